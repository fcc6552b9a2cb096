import type { CategoryKey } from '#domain/platform/categories.ts'
import { managerImportLimits } from '#domain/platform/limits.ts'
import { isDate } from '#domain/vault/extra-fields.ts'
import { categoryNamed } from '#texts/platform/categories.ts'
import type { CsvField } from './column-names.ts'
import type { CsvColumns } from './csv-columns.ts'
import type { CsvRow } from './csv-records.ts'
import type { Extra } from './extras-as-fields.ts'
import { readOwnPath, unguardCell } from './own-csv.ts'

/** What the cells of a row hold, by the columns of its table. */
export type RowValues = {
  readonly values: Readonly<Partial<Record<CsvField, string>>>
  readonly path: readonly string[]
  readonly extras: readonly Extra[]
  readonly category: CategoryKey | null
  readonly renewBefore: string | null
}

/** Reads a row. A value beyond the last column is labelled by its position. The cells of an own table are exact. */
export function rowValuesOf({ cells }: CsvRow, { columns, separator, ...table }: CsvColumns): RowValues {
  const isOwn = table.isOwn === true
  const values: Partial<Record<CsvField, string>> = {}
  const extras: Extra[] = []
  let category: CategoryKey | null = null
  let renewBefore: string | null = null
  for (const [place, written] of cells.entries()) {
    const column = columns[place]
    const cell = isOwn ? unguardCell(written) : written
    if (column?.kind === 'field') values[column.field] = cell
    else if (column?.kind === 'category') category = categoryNamed(cell)
    else if (column?.kind === 'renewal' && isDate(cell)) renewBefore = cell
    else if (column?.kind !== 'left' && (isOwn ? cell : cell.trim()) !== '') {
      // What stands beyond the last column may be anything.
      const isHidden = column?.kind !== 'extra' || column.isHidden
      extras.push({
        label: column?.label || String(place + 1),
        // As for notes and passwords: only a visible line loses its outer blanks.
        value: isOwn || isHidden || /[\r\n]/.test(cell.trim()) ? cell : cell.trim(),
        isHidden,
        // Only a text of several lines keeps its outer blanks.
        ...(isOwn && !isHidden && cell !== cell.trim() && { kind: 'lines' as const }),
      })
    }
  }
  const folders = values.path ?? ''
  const path = isOwn ? readOwnPath(folders) : pathOf(folders.trim(), separator)
  return { values, path, extras, category, renewBefore }
}

/**
 * Returns the parts of a path that are not blank. Of more than a file may have folders, one more than that: the file is
 * refused, and millions would take gigabytes.
 */
export function partsOf(path: string, separator: string): string[] {
  const parts: string[] = []
  for (let from = 0; from <= path.length && parts.length <= managerImportLimits.entries;) {
    const end = path.indexOf(separator, from)
    const part = path.slice(from, end === -1 ? path.length : end)
    if (part.trim() !== '') parts.push(part)
    from = end === -1 ? path.length + 1 : end + separator.length
  }
  return parts
}

/** Returns the folder names of a path. */
export const pathOf = (path: string, separator: string): string[] =>
  partsOf(path, separator).map((part) => part.trim())
