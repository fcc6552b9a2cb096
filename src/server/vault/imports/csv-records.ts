import { Parser } from 'csv-parse'
import { CsvError, parse } from 'csv-parse/sync'
import { managerImportLimits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'

/** How a file separates and quotes its cells. */
export type Dialect = {
  readonly delimiter: string
  readonly quote: '"' | "'"
  /** A quote inside a quoted cell is `\"`, not `""`. */
  readonly hasBackslashes: boolean
  /** As PHP writes: a quote after a backslash is not doubled, and both belong to the value. */
  readonly isPhp?: boolean
  /** NUL characters stay in the cells: only Trousseau's own tables have them in values. */
  readonly isExact?: boolean
}

/** A row of the file, and the line on which it begins, from 1. `isCleaned`: NUL characters were dropped from it. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[]; readonly isCleaned?: true }
export type CsvFault = {
  readonly ok: false
  readonly code: 'QUOTE_OPEN' | 'QUOTE_FOLLOWED' | 'ROW_TOO_LONG'
  readonly line: number
}
export type CsvRecords = { readonly ok: true; readonly rows: readonly CsvRow[] }

/** Line ends of Windows, Unix and old Macs; some programs write CR CR LF. The longest match counts. */
const lineEnds = ['\r\r\n', '\r\n', '\n', '\r']
const [carriageReturn, lineFeed] = [13, 10] as const

type Parsed = { record: string[]; info: { bytes_records: number } }

/**
 * Parses at most `limit` rows of a text in one dialect. A quote inside an unquoted cell is an ordinary
 * character. A quote that closes a cell too early, or never, is a fault: the cells would be misread.
 */
export function recordsOf(text: string, dialect: Dialect, limit: number): CsvRecords | CsvFault {
  const bytes = Buffer.from(respelled(text, dialect))
  const take = rowTaker(bytes, dialect)
  try {
    const parsed = parse(bytes, { ...optionsOf(dialect), to: limit }) as unknown as Parsed[]
    return taken(parsed.map(take))
  } catch (error) {
    return take.faultOf(error)
  }
}

/** Parses as `recordsOf` does, and yields to other requests: a file of 15 MB takes seconds. */
export async function recordsOfPaced(
  text: string,
  dialect: Dialect,
  limit: number,
  yielder: Yielder,
): Promise<CsvRecords | CsvFault> {
  const bytes = Buffer.from(respelled(text, dialect))
  const take = rowTaker(bytes, dialect)
  const rows: (CsvRow | CsvFault)[] = []
  let isDone = false
  const parser = new Parser({
    ...optionsOf(dialect),
    max_record_size: managerImportLimits.rowLength,
    on_record: (parsed: unknown) => {
      if (isDone) return null
      rows.push(take(parsed as Parsed))
      isDone = rows.length === limit
      return null
    },
  })
  // Reported by the call that causes it.
  parser.on('error', () => undefined)
  parser.resume()
  try {
    for (let at = 0; at < bytes.length && !isDone; at += pieceLength) {
      await given((done) => parser.write(bytes.subarray(at, at + pieceLength), done))
      const pause = yielder.step(32)
      if (pause) await pause
    }
    if (!isDone) await given((done) => parser.end(done))
  } catch (error) {
    if (!isDone) return take.faultOf(error)
  } finally {
    parser.destroy()
  }
  return taken(rows)
}

/** Bytes that are parsed at once: less than a millisecond, but a tenth of a second where each is a row of its own width. */
const pieceLength = 2 * 1024

/** Gives the parser a piece, and waits until it has parsed it. */
const given = (give: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => give((error) => (error ? reject(error) : resolve())))

const optionsOf = ({ delimiter, quote }: Dialect) => ({
  delimiter,
  quote,
  escape: quote,
  record_delimiter: [...lineEnds],
  // In strict mode the parser copies each faulty cell into an error of its own.
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  info: true,
})

/** Returns a function that makes rows of what the parser gives, in their order, and says what its errors mean. */
function rowTaker(bytes: Buffer, dialect: Dialect) {
  const lineFrom = lineCounter(bytes)
  let start = 0
  const take = ({ record, info }: Parsed): CsvRow | CsvFault => {
    const line = lineFrom(start)
    const written = bytes.toString('utf8', start, info.bytes_records).replace(/^[\r\n]+/, '')
    if (!isWritten(written, record, dialect)) return { ok: false, code: 'QUOTE_FOLLOWED', line }
    start = info.bytes_records
    return dialect.isExact === true ? { line, cells: record } : withoutNuls({ line, cells: record })
  }
  const faultOf = (error: unknown): CsvFault => {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      return { ok: false, code: 'ROW_TOO_LONG', line: lineFrom(start) }
    return { ok: false, code: 'QUOTE_OPEN', line: lineFrom(Number(error['bytes'])) }
  }
  return Object.assign(take, { faultOf })
}

/** Returns a row without NUL characters. No password has one; files that were padded, or joined wrongly, do. */
const withoutNuls = (row: CsvRow): CsvRow =>
  row.cells.some((cell) => cell.includes('\0'))
    ? { ...row, cells: row.cells.map((cell) => cell.replaceAll('\0', '')), isCleaned: true }
    : row

/** Returns the rows, or the first fault among them. */
function taken(rows: readonly (CsvRow | CsvFault)[]): CsvRecords | CsvFault {
  const good: CsvRow[] = []
  for (const row of rows) {
    if ('code' in row) return row
    good.push(row)
  }
  return { ok: true, rows: good }
}

/**
 * Whether a row spells exactly these cells: a quoted cell ends with its quote and doubles every inner one.
 */
function isWritten(row: string, cells: readonly string[], { delimiter, quote }: Dialect): boolean {
  let place = 0
  return cells.every((cell) => {
    const isQuoted = row.startsWith(quote, place)
    const written = isQuoted ? `${quote}${cell.replaceAll(quote, quote + quote)}${quote}` : cell
    const isThere = row.startsWith(written, place)
    place += written.length + delimiter.length
    return isThere
  })
}

/** Returns a text with the quotes inside its cells doubled. */
function respelled(text: string, { hasBackslashes, isPhp = false, delimiter }: Dialect): string {
  if (isPhp) return withPhpQuotes(text, delimiter)
  return hasBackslashes ? withDoubledQuotes(text) : text
}

/** Doubles each quote after a backslash, unless it ends its cell: a value may end with a backslash. */
export const withPhpQuotes = (text: string, delimiter: string): string =>
  [delimiter, '\r', '\n'].reduce(
    (doubled, end) => doubled.replaceAll(`\\""${end}`, `\\"${end}`),
    text.replaceAll('\\"', '\\""').replace(/\\""$/, '\\"'),
  )

/** Rewrites `\"` as `""` and `\\` as `\`. A backslash before any other character stays. */
const withDoubledQuotes = (text: string): string =>
  text.replaceAll(/\\([\\"])/g, (_, sign: string) => (sign === '"' ? '""' : '\\'))

/**
 * Returns a function that gives the line of the first character at or after a place, line ends skipped.
 * Places must be ascending.
 */
function lineCounter(bytes: Uint8Array): (place: number) => number {
  let [at, line] = [0, 1]
  const isEnd = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn
  const pass = (): void => {
    const isPair = bytes[at] === carriageReturn && isEnd(bytes[at + 1])
    if (isEnd(bytes[at]) && !isPair) line += 1
    at += 1
  }
  return (place) => {
    while (at < place || isEnd(bytes[at])) pass()
    return line
  }
}
