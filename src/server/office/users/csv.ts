import { CsvError, parse } from 'csv-parse/sync'
import { fold } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userFileHeaders, userFileTexts, type UserFileColumn } from '#texts/office/users.ts'

/** One row of the file: its line number, and its trimmed cells. */
export type Line = {
  readonly line: number
  readonly cells: Readonly<Record<UserFileColumn, string>>
  readonly hasTooMany: boolean
}

/** A larger import would block other writers of SQLite for seconds. */
const maxLines = 1000
const delimiters = [';', ',', '\t'] as const
const columns = Object.keys(userFileHeaders) as UserFileColumn[]
const requiredColumns: readonly UserFileColumn[] = ['login', 'email']

const refused = (sentence: string, fault: string): Refusal =>
  new Refusal('IMPORT_REFUSED', { details: { fault }, sentence })

/**
 * Reads a file of users: separated by `;`, `,` or tabs, in UTF-8 with or without BOM, UTF-16 LE with BOM, or
 * Windows-1252.
 * @throws Refusal IMPORT_REFUSED, with a sentence, when the whole file is unreadable
 */
export function readUserFile(bytes: Uint8Array): Line[] {
  const text = decoded(bytes)
  if (text.includes('\0')) throw refused(userFileTexts.notText, 'NOT_TEXT')
  const [header, ...records] = recordsOf(text)
  if (!header) throw refused(userFileTexts.empty, 'EMPTY')
  if (records.length > maxLines) throw refused(userFileTexts.tooMany(maxLines), 'TOO_MANY')
  const places = placesOf(header.record)
  return records.map(({ line, record }) => ({
    line,
    cells: Object.fromEntries(
      columns.map((column) => [column, (record[places.get(column) ?? -1] ?? '').trim()]),
    ) as Record<UserFileColumn, string>,
    hasTooMany: record.slice(header.record.length).some((cell) => cell.trim() !== ''),
  }))
}

/** Windows-1252 maps every byte, so it is the fallback for invalid UTF-8. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type Parsed = { record: string[]; info: { lines: number } }

function recordsOf(text: string): { line: number; record: string[] }[] {
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (delimiter: string) => firstLine.split(delimiter).length
  const delimiter = delimiters.reduce((best, other) => (count(other) > count(best) ? other : best))
  try {
    const rows = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The header and one line over the limit: an oversized file is not parsed to its end.
      to: maxLines + 2,
    }) as unknown as Parsed[]
    return rows.map(({ record, info }) => ({ line: info.lines, record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    throw refused(userFileTexts.malformed(line), 'MALFORMED')
  }
}

/** The index of each column. An unknown column is refused, since its content would be silently lost. */
function placesOf(header: readonly string[]): ReadonlyMap<UserFileColumn, number> {
  const places = new Map<UserFileColumn, number>()
  for (const [place, name] of header.entries()) {
    if (name.trim() === '') continue
    const key = fold(name.trim())
    const column = columns.find((candidate) => userFileHeaders[candidate].some((known) => known === key))
    if (!column) throw refused(userFileTexts.columnUnknown(name.trim()), 'COLUMN_UNKNOWN')
    if (places.has(column)) throw refused(userFileTexts.columnTwice(column), 'COLUMN_TWICE')
    places.set(column, place)
  }
  const missing = requiredColumnsOf(places).find((column) => !places.has(column))
  if (missing) throw refused(userFileTexts.columnMissing(missing), 'COLUMN_MISSING')
  return places
}

/** A file of accounts of the directory needs their names there, by either column. The directory gives the rest. */
function requiredColumnsOf(places: ReadonlyMap<UserFileColumn, number>): readonly UserFileColumn[] {
  if (places.has('sam')) return []
  return places.has('directory') ? ['login'] : requiredColumns
}
