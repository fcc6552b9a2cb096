import { CsvError, parse } from 'csv-parse/sync'

/** How a file separates and quotes its cells. */
export type Dialect = {
  readonly delimiter: string
  readonly quote: '"' | "'"
  /** A quote inside a quoted cell is `\"`, not `""`. */
  readonly hasBackslashes: boolean
}

/** A row of the file, and the line on which it begins, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }
export type CsvFault = {
  readonly ok: false
  readonly code: 'QUOTE_OPEN' | 'QUOTE_FOLLOWED'
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
  const bytes = Buffer.from(dialect.hasBackslashes ? withDoubledQuotes(text) : text)
  const lineFrom = lineCounter(bytes)
  const { delimiter, quote } = dialect
  let parsed: Parsed[]
  try {
    parsed = parse(bytes, {
      delimiter,
      quote,
      escape: quote,
      record_delimiter: lineEnds,
      to: limit,
      // In strict mode the parser copies each faulty cell into an error of its own.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, code: 'QUOTE_OPEN', line: lineFrom(Number(error['bytes'])) }
  }
  const rows: CsvRow[] = []
  let start = 0
  for (const { record, info } of parsed) {
    const line = lineFrom(start)
    const written = bytes.toString('utf8', start, info.bytes_records).replace(/^[\r\n]+/, '')
    if (!isWritten(written, record, dialect)) return { ok: false, code: 'QUOTE_FOLLOWED', line }
    rows.push({ line, cells: record })
    start = info.bytes_records
  }
  return { ok: true, rows }
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

/** Rewrites `\"` as `""` and `\\` as `\`. A backslash before any other character stays. */
const withDoubledQuotes = (text: string): string =>
  text.replaceAll(/\\(["\\])/g, (_, sign: string) => (sign === '"' ? '""' : sign))

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
