import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { columnName } from '../column-names.ts'
import { recordsOfPaced, type CsvFault, type CsvRecords, type CsvRow, type Dialect } from '../csv-records.ts'
import { excelLineOf, unwrapped } from '../csv-table.ts'
import { isOwnTable } from '../own-csv.ts'
import type { ImportRefused } from '../model.ts'

/** A table whose columns are not judged yet. */
export type LooseTable = {
  readonly kind: 'table'
  /** The cells of the first row, trimmed. It may be no header: some programs write none. */
  readonly header: readonly string[]
  /** The header for comparison: without case, accents, and signs that stand for a blank. */
  readonly names: readonly string[]
  readonly first: CsvRow
  /** The rows after the first. They may be shorter or longer than it. */
  readonly rows: readonly CsvRow[]
  readonly delimiter: string
  /** The delimiters that make the first rows even, into several cells. */
  readonly fittingDelimiters: readonly string[]
  /** Quotes inside cells follow a backslash, and backslashes are doubled. */
  readonly hasBackslashes: boolean
  /** Accents were decoded wrongly before the file was written. */
  readonly isGarbled: boolean
  readonly text: string
}

const delimiters = [',', ';', '\t', '|'] as const
/** Rows, and characters, that decide about the delimiter. */
const [judgedRows, judgedLength] = [20, 256 * 1024]

/**
 * Reads a CSV file without knowing its columns. The delimiter is the one that gives most of the first rows as many
 * cells as the first; among several, the one that gives more. Quotes inside cells are doubled or follow a backslash:
 * the latter only where it alone makes the rows even.
 * @param given the delimiter that the person chose
 */
export async function readLooseTable(
  text: string,
  isGarbled: boolean,
  yielder: Yielder,
  given?: string,
): Promise<LooseTable | ImportRefused> {
  const told = excelLineOf(text)
  const body = told ? text.slice(told.length) : text
  // An own table is in one dialect, whatever the labels and the values of its items look like.
  const isOwn = isOwnTable(body)
  const long = longLine(body)
  if (long !== null) return { ok: false, code: 'ROW_TOO_LONG', line: long + (told ? 1 : 0) }
  if (hasMore(body, '\\"', limits.backslashQuotes)) return { ok: false, code: 'TOO_MANY' }
  const quote = /^\s*'[^'\r\n]*'\s*[,;\t|]/.test(body) ? "'" : '"'
  const judge = async (part: string) => {
    const dialects = (told ? [told.delimiter] : delimiters)
      .flatMap((delimiter) =>
        spellings(body).map((spelling): Dialect => ({
          delimiter,
          quote,
          isPhp: false,
          isExact: isOwn,
          ...spelling,
        })),
      )
      .filter(
        ({ delimiter, hasBackslashes, isPhp }) => !isOwn || (delimiter === ';' && !hasBackslashes && !isPhp),
      )
    const judged: { readonly dialect: Dialect; readonly share: number; readonly width: number }[] = []
    for (const dialect of dialects)
      judged.push({ dialect, ...evenness(await recordsOfPaced(part, dialect, judgedRows, yielder)) })
    const bestOf = (some: typeof judged): (typeof judged)[number] =>
      some.reduce((one, other) =>
        other.share > one.share || (other.share === one.share && other.width > one.width) ? other : one,
      )
    const best = bestOf(judged)
    const fitting = judged
      .filter(({ share, width }) => share === best.share && width > 1)
      .map(({ dialect }) => dialect.delimiter)
    const chosen = judged.filter(({ dialect }) => dialect.delimiter === given)
    return { ...(chosen.length > 0 ? bestOf(chosen) : best), fitting: [...new Set(fitting)] }
  }
  // The start may cut a quoted cell of one of the first rows, so that no dialect fits.
  const start = await judge(body.slice(0, judgedLength))
  const best =
    start.share <= 0 && body.length > judgedLength ? await judge(body.slice(0, 2 * limits.rowLength)) : start
  if (hasMore(body, best.dialect.delimiter, limits.cells)) return { ok: false, code: 'TOO_MANY' }
  const { dialect, records: whole } = await readEvenly(body, best.dialect, yielder)
  const records = await withoutWrapping(whole, dialect, yielder)
  if (!records.ok) return { ...records, line: records.line + (told ? 1 : 0) }
  const [first, ...rows] = records.rows.map((row) => ({ ...row, line: row.line + (told ? 1 : 0) }))
  if (!first) return { ok: false, code: 'EMPTY_FILE' }
  if (rows.length > limits.rows) return { ok: false, code: 'TOO_MANY' }
  const wide = records.rows.find(({ cells }) => cells.length > limits.columns)
  if (wide) return { ok: false, code: 'TOO_MANY_COLUMNS', line: wide.line }
  const header = first.cells.map((cell) => cell.trim())
  const { delimiter, hasBackslashes } = dialect
  return {
    kind: 'table',
    header,
    names: header.map(columnName),
    first,
    rows,
    delimiter,
    fittingDelimiters: best.fitting,
    hasBackslashes,
    isGarbled,
    text: body,
  }
}

/** Returns the number of a line that is longer than a row may be; null without one. */
function longLine(text: string): number | null {
  for (let from = 0; text.length - from > limits.rowLength;) {
    const piece = text.slice(from, from + limits.rowLength + 1)
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'))
    if (end === -1) return text.slice(0, from).split(/\r\n|\r|\n/).length
    from += end + 1
  }
  return null
}

/** Each row of some scripts is wrapped in a second pair of quotes. */
async function withoutWrapping(
  records: CsvRecords | CsvFault,
  dialect: Dialect,
  yielder: Yielder,
): Promise<CsvRecords | CsvFault> {
  if (!records.ok) return records
  const isWrapped =
    records.rows.length > 1 &&
    records.rows.every(({ cells: [cell = '', ...others] }) => others.length === 0 && /[,;\t]/.test(cell))
  if (!isWrapped) return records
  const [cell = ''] = records.rows[0]?.cells ?? []
  const inner = delimiters.toSorted((one, other) => cell.split(other).length - cell.split(one).length)[0]
  return unwrapped(records.rows, { ...dialect, delimiter: inner ?? dialect.delimiter }, yielder)
}

/** The ways to write quotes inside cells that a text may follow: doubled as a rule. */
const spellings = (body: string): readonly Pick<Dialect, 'hasBackslashes' | 'isPhp'>[] => [
  { hasBackslashes: false },
  ...(body.includes('\\"') ? [{ hasBackslashes: true }, { hasBackslashes: false, isPhp: true }] : []),
]

/**
 * Reads all rows in the spelling that makes most of them even: the first rows, by which a dialect was chosen, may have no
 * quote inside a cell.
 */
async function readEvenly(
  body: string,
  dialect: Dialect,
  yielder: Yielder,
): Promise<{ dialect: Dialect; records: CsvRecords | CsvFault }> {
  const read = async (one: Dialect) => {
    const records = await recordsOfPaced(body, one, limits.rows + 2, yielder)
    return { dialect: one, records, share: evenness(records).share }
  }
  let best = await read(dialect)
  for (const spelling of spellings(body)) {
    if (best.share === 1) break
    const other = await read({ ...dialect, isPhp: false, ...spelling })
    if (other.share > best.share) best = other
  }
  return best
}

/** Whether a sign stands in a text more than so many times. */
function hasMore(text: string, sign: string, times: number): boolean {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
    count += 1
    if (count > times) return true
  }
  return false
}

/** Returns the share of rows as wide as the first, and its width; a single column is no table. */
function evenness(records: CsvRecords | CsvFault): { share: number; width: number } {
  const width = records.ok ? (records.rows[0]?.cells.length ?? 0) : 0
  if (!records.ok || width < 2) return { share: records.ok ? 0 : -1, width }
  const even = records.rows.filter(({ cells }) => cells.length === width).length
  return { share: even / records.rows.length, width }
}

/** Returns the cell of the first column of one of these names (as `columnName` writes them); empty without one. */
export function cellsBy(table: LooseTable): (row: CsvRow, ...names: readonly string[]) => string {
  const places = new Map<string, number>()
  for (const [place, name] of table.names.entries()) if (!places.has(name)) places.set(name, place)
  return (row, ...names) => {
    const name = names.find((candidate) => places.has(candidate))
    return name === undefined ? '' : (row.cells[places.get(name) ?? -1] ?? '')
  }
}

/** Whether a table has all these columns (as `columnName` writes them). */
export const hasColumns = ({ names }: LooseTable, ...wanted: readonly string[]): boolean =>
  wanted.every((name) => names.includes(name))

/** Whether a row is no entry: blank, or the column names repeated. */
export const isBlankRow = ({ cells }: CsvRow, { names }: LooseTable): boolean =>
  cells.every((cell) => cell.trim() === '') ||
  (cells.length > 1 && cells.every((cell, place) => columnName(cell) === (names[place] ?? '')))
