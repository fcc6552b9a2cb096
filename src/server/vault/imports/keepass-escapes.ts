import type { Yielder } from '#server/vault/contents/yielder.ts'
import { columnName } from './column-names.ts'
import { recordsOfPaced, type CsvRow } from './csv-records.ts'

/** The first row of KeePass 1's CSV, which KeePass 2 writes too. It is English in every language. */
const header = ['account', 'login name', 'password', 'web site', 'comments']

/** Whether a row is the header of that table. */
export const isKeePassHeader = (cells: readonly string[]): boolean =>
  cells.length === header.length && cells.every((cell, place) => columnName(cell) === header[place])

/** Whether a table that was left as it is may have had its backslashes doubled: none stands before a quote. */
export const hasDoubled = (text: string): boolean => text.includes('\\\\') && !text.includes('\\"')

/** Whether each backslash of a text begins `\\` or `\"`, and there is one. */
const isEscaped = (text: string): boolean =>
  text.includes('\\') && !text.replaceAll('\\\\', '').replaceAll('\\"', '').includes('\\')

/**
 * Returns the rows of KeePass's table with its escapes removed; null if it has none. KeePass 1 and 2 double every
 * backslash (`KeePassCsv1x`, since 2010; 2.47 run on 2026-11-28), also in files without any quote. A table in which a
 * backslash stands alone, or that has another form without its escapes, was changed since: it is left as it is.
 */
export async function withoutEscapes(
  { text, delimiter, first }: { text: string; delimiter: string; first: CsvRow },
  limit: number,
  yielder: Yielder,
): Promise<readonly CsvRow[] | null> {
  if (!isKeePassHeader(first.cells) || !isEscaped(text)) return null
  const read = await recordsOfPaced(text, { delimiter, quote: '"', hasBackslashes: true }, limit, yielder)
  if (!read.ok || !read.rows.every(({ cells }) => cells.length === header.length)) return null
  const [before = first, ...rows] = read.rows
  const skipped = first.line - before.line
  return rows.map((row) => ({ ...row, line: row.line + skipped }))
}
