import { createYielder } from '#server/vault/contents/yielder.ts'
import { importLimits } from '#domain/platform/limits.ts'
import { columnName } from './column-names.ts'
import { lockSelfPath } from './csv-columns.ts'
import { csvLimits, readTable } from './csv-table.ts'
import { decodeCsv } from './csv-text.ts'
import { pathOf } from './csv-row.ts'
import { isPersonal, joinLabels, labelOf, personalFail } from './csv.ts'
import { nothingSkipped, type ImportContent, type ImportFail, type ImportRefused } from './model.ts'
import { createPathFolders } from './path-folders.ts'

/**
 * Reads the list of categories that LockSelf exports besides the passwords, as folders without items. A
 * category has the same identity as in the password export, so neither import duplicates the folders of the
 * other.
 */
export async function readCategories(
  bytes: Uint8Array,
  yielder = createYielder(),
): Promise<ImportContent | ImportRefused> {
  const decoded = decodeCsv(bytes)
  if (!decoded.ok) return decoded
  const isPath = (cell: string): boolean => columnName(cell) === lockSelfPath
  const table = await readTable(decoded.text, isPath, yielder)
  if (!table.ok) return table.code === 'NO_HEADER' ? { ok: false, code: 'NOT_CATEGORIES' } : table
  const { header, rows } = table
  const place = header.cells.findIndex(isPath)
  const found = createPathFolders()
  const fails: ImportFail[] = decoded.isGarbled ? [{ line: 1, name: '', reason: 'ACCENTS_BROKEN' }] : []
  let [lines, hasPersonal] = [0, false]
  for (const { line, cells } of rows) {
    const path = pathOf(cells[place] ?? '', '/')
    if (path.length === 0 || isPath(cells[place] ?? '')) {
      lines += 1
      continue
    }
    if (path.length > importLimits.xmlDepth) return { ok: false, code: 'TOO_DEEP', line }
    found.addPath(path, line)
    if (found.count() > csvLimits.rows) return { ok: false, code: 'TOO_MANY', line }
    if (!hasPersonal && isPersonal(path)) {
      hasPersonal = true
      fails.push(personalFail(path, line))
    }
    const pause = yielder.step(4)
    if (pause) await pause
  }
  if (found.count() === 0) return { ok: false, code: 'NO_ROWS' }
  const left = header.cells.flatMap((label, at) =>
    at !== place && rows.some(({ cells }) => (cells[at] ?? '').trim() !== '') ? [labelOf(label, at)] : [],
  )
  if (left.length > 0) fails.unshift({ line: 1, name: '', reason: 'COLUMNS_LEFT', detail: joinLabels(left) })
  const { folders, items } = found
  const skipped = { ...nothingSkipped, lines }
  return {
    ok: true,
    family: 'lockself',
    folders,
    items,
    refused: 0,
    skipped,
    fails: [...fails, ...found.fails],
  }
}
