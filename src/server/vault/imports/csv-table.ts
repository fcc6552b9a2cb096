import type { Yielder } from '#server/vault/contents/yielder.ts'
import { isOwnTable } from './own-csv.ts'
import { recordsOf, type CsvFault, type CsvRecords, type CsvRow, type Dialect } from './csv-records.ts'
import type { ImportRefused } from './model.ts'

/** A file of 100 KB has room for 50,000 rows of one letter, and for 100,000 cells in one row. */
export const csvLimits = { rows: 10_000, columns: 1_000 } as const

export type CsvTable = {
  readonly ok: true
  readonly delimiter: string
  readonly header: CsvRow
  readonly rows: readonly CsvRow[]
}

/** A delimiter with a blank is chosen only if quotes or all rows confirm it. */
const delimiters = [';', ',', '\t', '|', '; ', ', '] as const

/** The line that gives Excel the delimiter. */
const excelLine = /^[ \t]*sep=([;,|\t])[ \t]*(?:\r\n|\r|\n)/i

/** Returns the delimiter that the first line tells Excel, and the length of that line; null without one. */
export function excelLineOf(text: string): { delimiter: string; length: number } | null {
  const [line, delimiter] = excelLine.exec(text) ?? []
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length }
}

/**
 * Reads the rows of a CSV file in the dialect that the file shows. The delimiter is the one that finds the
 * most column names in the first row. The quoting is the one that gives every row as many cells.
 * @param isColumn whether a cell of the first row is a known column name
 */
export async function readTable(
  text: string,
  isColumn: (cell: string) => boolean,
  yielder: Yielder,
): Promise<CsvTable | ImportRefused> {
  const told = excelLineOf(text)
  const body = told ? text.slice(told.length) : text
  const quote = /^\s*'[^'\r\n]*'/.test(body) ? "'" : '"'
  const isExact = isOwnTable(body)
  const known = (part: string, delimiter: string): number => {
    const first = recordsOf(part, { delimiter, quote, hasBackslashes: false }, 1)
    return first.ok ? (first.rows[0]?.cells.filter(isColumn).length ?? 0) : 0
  }
  const start = body.slice(0, startLength)
  const whole = told ? [told.delimiter] : bestDelimiters(start, known)
  const wrapped = whole.length > 0 ? [] : bestDelimiters(firstWrapped(start, quote), known)
  const found = whole.length > 0 ? whole : wrapped
  if (found.length === 0) return faultWithoutHeader(body, quote)

  const spellings = quote === '"' && body.includes('\\"') ? [false, true] : [false]
  const read: { readonly records: CsvRecords | CsvFault; readonly delimiter: string }[] = []
  for (const hasBackslashes of spellings)
    for (const delimiter of found) {
      const dialect = { delimiter, quote, hasBackslashes, isExact } as const
      const records = recordsOf(body, dialect, csvLimits.rows + 2)
      const result =
        wrapped.length > 0 && records.ok ? await unwrapped(records.rows, dialect, yielder) : records
      if (isEven(result)) return tableOf(result, delimiter, told ? 1 : 0)
      read.push({ records: result, delimiter })
      const pause = yielder.step(32)
      if (pause) await pause
    }
  // No dialect gives even rows: use the first one that can be parsed, or report its fault.
  const best = read.find(({ records }) => records.ok) ?? read[0]
  return best ? tableOf(best.records, best.delimiter, told ? 1 : 0) : { ok: false, code: 'NO_HEADER' }
}

/** Whether a text is a table: its first row names a known column, or the next rows have as many cells. */
export function isTable(text: string, isColumn: (cell: string) => boolean): boolean {
  const start = text.slice(0, startLength)
  return [';', ',', '\t', '|'].some((delimiter) => {
    const rowsOf = (limit: number): readonly CsvRow[] => {
      const records = recordsOf(start, { delimiter, quote: '"', hasBackslashes: false }, limit)
      return records.ok ? records.rows : []
    }
    const [header] = rowsOf(1)
    if (!header || header.cells.length < 2) return false
    if (header.cells.some(isColumn)) return true
    const rows = rowsOf(3)
    return rows.length > 1 && rows.every(({ cells }) => cells.length === header.cells.length)
  })
}

/** In characters: enough for any first row within the column limit. */
const startLength = 32 * 1024

/** Returns the delimiters that find the most column names, longest first; none if no name is known. */
function bestDelimiters(start: string, known: (start: string, delimiter: string) => number): string[] {
  const counts = delimiters.map((delimiter) => known(start, delimiter))
  const most = Math.max(...counts)
  return most === 0
    ? []
    : delimiters
        .filter((_, index) => counts[index] === most)
        .toSorted((one, other) => other.length - one.length)
}

/** Returns the first row if it is wrapped in a second pair of quotes: a single cell that is a row itself. */
function firstWrapped(start: string, quote: Dialect['quote']): string {
  const first = recordsOf(start, { delimiter: ';', quote, hasBackslashes: false }, 1)
  const cells = first.ok ? (first.rows[0]?.cells ?? []) : []
  return cells.length === 1 ? (cells[0] ?? '') : ''
}

/** Reports an unclosed quote in the first row rather than missing column names. */
function faultWithoutHeader(body: string, quote: Dialect['quote']): ImportRefused {
  const first = recordsOf(body, { delimiter: ';', quote, hasBackslashes: false }, 1)
  return first.ok ? { ok: false, code: 'NO_HEADER' } : first
}

/** Removes the outer quotes of every row. A row of several cells has none. */
export async function unwrapped(
  rows: readonly CsvRow[],
  dialect: Dialect,
  yielder: Yielder,
): Promise<CsvRecords | CsvFault> {
  const inner: CsvRow[] = []
  for (const outer of rows) {
    const { line, cells } = outer
    const [cell = ''] = cells
    const records: CsvRecords | CsvFault =
      cells.length === 1 ? recordsOf(cell, dialect, 1) : { ok: true, rows: [outer] }
    if (!records.ok) return { ...records, line }
    const [row] = records.rows
    if (row) inner.push({ ...outer, cells: row.cells })
    const pause = yielder.step(4)
    if (pause) await pause
  }
  return { ok: true, rows: inner }
}

const isEven = (records: CsvRecords | CsvFault): records is CsvRecords =>
  records.ok && records.rows.every(({ cells }) => cells.length === records.rows[0]?.cells.length)

function tableOf(
  records: CsvRecords | CsvFault,
  delimiter: string,
  linesBefore: number,
): CsvTable | ImportRefused {
  if (!records.ok) return { ...records, line: records.line + linesBefore }
  const [header, ...rows] = records.rows.map((row) => ({ ...row, line: row.line + linesBefore }))
  if (!header) return { ok: false, code: 'EMPTY_FILE' }
  if (rows.length > csvLimits.rows) return { ok: false, code: 'TOO_MANY' }
  const wide = [header, ...rows].find(({ cells }) => cells.length > csvLimits.columns)
  if (wide) return { ok: false, code: 'TOO_MANY_COLUMNS', line: wide.line }
  return { ok: true, delimiter, header, rows }
}
