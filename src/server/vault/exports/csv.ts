import { categoryOfId } from '#domain/platform/categories.ts'
import { isConcealed } from '#domain/vault/extra-fields.ts'
import { categoryTexts } from '#texts/platform/categories.ts'
import { extraFieldText, otherFieldsLabel } from '#texts/vault/imports.ts'
import { ownCsvHeader, ownExtraName, ownRenewalColumn } from '#texts/vault/own-csv.ts'
import { escapeOwnPath, guardCell } from '#server/vault/imports/own-csv.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { withPaths, type ExportContent, type ExportItem } from './model.ts'

/** Columns of extra fields beyond those that every file has; spreadsheets and people lose their way in more. */
const mostExtras = 200

/**
 * Returns an export as a table, row by row: the columns of the template, the category, the dates of renewal, and the extra
 * fields. The columns depend on the extra fields of all items; a row is made when it is asked for.
 */
export async function* csvRows(content: ExportContent, yielder: Yielder): AsyncGenerator<string> {
  const { columns, cellsOf, isDated } = await placeExtras(content, yielder)
  // A field of that name must not stand where the dates are looked for.
  const hasDates = isDated || columns[0]?.label === ownRenewalColumn
  const header = [
    ...ownCsvHeader,
    ...(hasDates ? [ownRenewalColumn] : []),
    ...columns.map(({ label, isHidden }) => ownExtraName(label, isHidden)),
  ]
  yield `\uFEFF${rowText(header)}`
  for (const { item, path } of withPaths(content)) {
    yield rowText([
      item.name,
      item.login,
      item.password,
      item.address,
      item.description,
      item.otp ?? '',
      escapeOwnPath(path),
      categoryTexts[categoryOfId(item.categoryId) ?? 'other'],
      ...(hasDates ? [item.renewBefore ?? ''] : []),
      ...cellsOf(item),
    ])
    const pause = yielder.step(8)
    if (pause) await pause
  }
}

const rowText = (cells: readonly string[]): string => `${cells.map(cellText).join(';')}\r\n`

/** Returns the text of a cell: quoted where it must be, and never a formula. */
export function cellText(value: string): string {
  const cell = guardCell(value)
  return /[;"\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

type Column = { readonly label: string; readonly isHidden: boolean }

/**
 * Gives every extra field a column of its label, to the right of the one before it in its item, so that the order is
 * kept. What finds no column is joined in a concealed one: nothing is lost, and nothing hidden becomes visible.
 */
async function placeExtras(
  content: ExportContent,
  yielder: Yielder,
): Promise<{
  columns: readonly Column[]
  cellsOf: (item: ExportItem) => string[]
  /** Whether an item has a date of renewal. */
  isDated: boolean
}> {
  const columns: Column[] = []
  const rest: Column = { label: otherFieldsLabel, isHidden: true }
  const cells = new Map<ExportItem, Map<number, string>>()
  const beyond = new Map<ExportItem, string>()
  let isDated = false
  for (const { item } of withPaths(content)) {
    // Each field looks through the columns.
    const pause = yielder.step(1 + item.fields.length * 4)
    if (pause) await pause
    isDated ||= item.renewBefore !== null
    const placed = new Map<number, string>()
    const left: string[] = []
    let from = 0
    for (const field of item.fields) {
      const isHidden = isConcealed(field)
      const known = columns.findIndex(
        (column, place) => place >= from && column.label === field.label && column.isHidden === isHidden,
      )
      if (known === -1 && columns.length >= mostExtras) {
        left.push(extraFieldText(field.label, field.value))
        continue
      }
      const place = known === -1 ? columns.push({ label: field.label, isHidden }) - 1 : known
      placed.set(place, field.value)
      from = place + 1
    }
    cells.set(item, placed)
    if (left.length > 0) beyond.set(item, left.join('\n'))
  }
  const hasRest = beyond.size > 0
  return {
    columns: hasRest ? [...columns, rest] : columns,
    isDated,
    cellsOf: (item) => [
      ...columns.map((_, place) => cells.get(item)?.get(place) ?? ''),
      ...(hasRest ? [beyond.get(item) ?? ''] : []),
    ],
  }
}
