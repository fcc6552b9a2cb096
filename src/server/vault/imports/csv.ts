import { createYielder } from '#server/vault/contents/yielder.ts'
import { categories, type CategoryKey } from '#domain/platform/categories.ts'
import { importLimits } from '#domain/platform/limits.ts'
import { extraFieldText, type ImportFailReason } from '#texts/vault/imports.ts'
import { columnName, isColumnName, type CsvField } from './column-names.ts'
import { columnsOf, type CsvColumn, type CsvColumns } from './csv-columns.ts'
import type { CsvRow } from './csv-records.ts'
import { rowValuesOf } from './csv-row.ts'
import { csvLimits, excelLineOf, isTable, readTable } from './csv-table.ts'
import { decodeCsv } from './csv-text.ts'
import { hasDoubled, isKeePassHeader, withoutEscapes } from './keepass-escapes.ts'
import { isKeePassXcHeader, pathInBin } from './keepass-bin.ts'
import {
  nothingSkipped,
  type FormerReading,
  type ImportContent,
  type ImportFail,
  type ImportRefused,
} from './model.ts'
import { createPathFolders } from './path-folders.ts'
import { oneLine, plainName, shortened } from './plain-fields.ts'
import { holdsReference } from './keepass-references.ts'
import { readingsOf, toItem, type RawItem } from './read-item.ts'
import { isProse, proseOtp, readOtherOtp } from './read-otp.ts'
import { tableReferences, type ResolveEntry } from './table-references.ts'

/**
 * Reads a CSV file whose first row names its columns: Trousseau's template, exports of LockSelf and others,
 * tables typed into a spreadsheet. Every cell is text.
 * Pure: it stores and logs nothing, never throws, and yields to other requests.
 */
export async function readCsv(
  bytes: Uint8Array,
  yielder = createYielder(),
): Promise<ImportContent | ImportRefused> {
  const decoded = decodeCsv(bytes)
  if (!decoded.ok) return decoded
  const { text, isGarbled } = decoded
  if (/^\s*</.test(text)) return { ok: false, code: 'XML_IN_CSV' }
  const table = await readTable(text, isColumnName, yielder)
  if (!table.ok) return table
  const { header, delimiter } = table
  const body = text.slice(excelLineOf(text)?.length ?? 0)
  const unescaped = await withoutEscapes(
    { text: body, delimiter, first: header },
    csvLimits.rows + 2,
    yielder,
  )
  const rows = unescaped ?? table.rows
  const read = columnsOf(header.cells, header.line, rows)
  if (!read.ok) return read
  if (rows.length === 0) return { ok: false, code: 'NO_ROWS' }

  const found = createPathFolders()
  const hasEscapes = unescaped === null && isKeePassHeader(header.cells) && hasDoubled(text)
  const fails: ImportFail[] = fileFails(read, rows, { isGarbled, hasEscapes })
  const passwords: string[] = []
  const hasBin = isKeePassXcHeader(header.cells)
  const width = header.cells.length
  // A password with this text in an own table is one.
  const hasReferences = read.isOwn !== true && holdsReference(text)
  const resolve = tableReferences(
    hasReferences ? rows.map((row) => entryOf(row, read, width).raw) : [],
    yielder,
  )
  const formerColumns = hasReferences ? [] : formerColumnsOf(header.cells, read, rows)
  let [refused, lines, recycleBin, hasPersonal] = [0, 0, 0, false]
  for (const row of rows) {
    const pause = yielder.step(8)
    if (pause) await pause
    if (isNoEntry(row, read.columns, header.cells)) {
      lines += 1
      continue
    }
    const { raw: written, path, category, renewBefore } = entryOf(row, read, width)
    const raw = hasReferences ? await withReferences(written, resolve) : written
    if (path.length > importLimits.xmlDepth) return { ok: false, code: 'TOO_DEEP', line: row.line }
    if (hasBin && pathInBin(path) !== null) {
      recycleBin += 1
      continue
    }
    passwords.push(raw.password)
    const { item: plain, fails: told } = toItem(raw)
    const item = plain && {
      ...plain,
      renewBefore,
      ...(category && { categoryId: categories[category].id }),
      ...(formerColumns.length > 0 && {
        former: () => [...(plain.former?.() ?? []), ...formerReadingsOf(row, formerColumns, width)],
      }),
    }
    fails.push(...told)
    if (item === null) refused += 1
    else found.add(item, path)
    if (found.count() > csvLimits.rows) return { ok: false, code: 'TOO_MANY', line: row.line }
    if (item !== null && !hasPersonal && read.family === 'lockself' && isPersonal(path)) {
      hasPersonal = true
      fails.push(personalFail(path, row.line))
    }
  }
  if (areSpreadsheetNumbers(passwords)) fails.push({ line: 1, name: '', reason: 'SPREADSHEET_DIGITS' })
  if (recycleBin > 0) fails.push({ line: 1, name: '', reason: 'BIN_LEFT' })
  const { folders, items } = found
  const skipped = { ...nothingSkipped, recycleBin, lines }
  return {
    ok: true,
    family: read.family,
    folders,
    items,
    refused,
    skipped,
    fails: [...fails, ...found.fails],
  }
}

/** Whether a file is CSV, whatever its name: it decodes as text and is a table. */
export function isCsv(bytes: Uint8Array): boolean {
  const decoded = decodeCsv(bytes)
  return decoded.ok && !/^\s*[<{[]/.test(decoded.text) && isTable(decoded.text, isColumnName)
}

/** Reads a CSV file that must be a LockSelf export. */
export async function readLockSelf(bytes: Uint8Array): Promise<ImportContent | ImportRefused> {
  const read = await readCsv(bytes)
  return read.ok && read.family !== 'lockself' ? { ok: false, code: 'NOT_LOCKSELF' } : read
}

/** Whether a path leads to LockSelf's personal space, which only its owner sees. */
export const isPersonal = ([first = '']: readonly string[]): boolean => columnName(first) === 'perso'

export const personalFail = ([first = '']: readonly string[], line: number): ImportFail => ({
  line,
  name: plainName(first).name,
  reason: 'PERSONAL_FOLDER',
})

/** What a spreadsheet makes of a password of digits, or of digits around an E. */
export const scientific = /^\d(?:[.,]\d+)?E[+-]\d+$/i

/** Whether a spreadsheet may have removed leading zeros: all passwords are numbers, none with one. */
export function areSpreadsheetNumbers(passwords: readonly string[]): boolean {
  const given = passwords.filter((password) => password !== '')
  const isNumber = (password: string) => /^(?:0|[1-9]\d*)$/.test(password) || scientific.test(password)
  return given.some((password) => /^\d+$/.test(password)) && given.every(isNumber)
}

/** Whether a row is no entry: it is empty, holds only a folder, or repeats the column names. */
function isNoEntry({ cells }: CsvRow, columns: readonly CsvColumn[], header: readonly string[]): boolean {
  const isFolder = ({ kind, ...column }: CsvColumn) =>
    kind === 'field' && 'field' in column && column.field === 'path'
  const isNothing = cells.every((cell, place) => {
    const column = columns[place]
    return cell.trim() === '' || (column !== undefined && isFolder(column))
  })
  return (
    isNothing ||
    (cells.length > 1 && cells.every((cell, place) => columnName(cell) === columnName(header[place] ?? '')))
  )
}

/** Returns the values of a row by field. */
function entryOf(
  row: CsvRow,
  columns: CsvColumns,
  width: number,
): { raw: RawItem; path: readonly string[]; category: CategoryKey | null; renewBefore: string | null } {
  const { values, path, category, renewBefore, ...read } = rowValuesOf(row, columns)
  const { line, cells } = row
  const extras = [...read.extras]
  const { password = '' } = values
  const value = (field: CsvField): string => (values[field] ?? '').trim()
  const [title, login, email] = [value('name'), value('login'), value('email')]
  if (login !== '' && email !== '' && email !== login)
    extras.unshift({ label: emailLabel, value: email, isHidden: false })
  const { otp, used, fails } =
    !columns.isOwn && isProse(value('otp')) ? proseOtp : readOtherOtp(value('otp'), plainName(title).name)
  if (value('otp') !== '' && !used.has('otp'))
    extras.unshift({ label: 'OTP', value: value('otp'), isHidden: true })
  const told: ImportFailReason[] = [
    ...fails,
    ...(row.isCleaned === true ? (['CHARACTERS_DROPPED'] as const) : []),
    ...(cells.slice(width).some((cell) => cell.trim() !== '') ? (['CELLS_BEYOND'] as const) : []),
    ...(scientific.test(password) ? (['SPREADSHEET_NUMBER'] as const) : []),
  ]
  // Blank lines and indentation at the beginning belong to a note.
  const notes = columns.isOwn || value('description') !== '' ? (values.description ?? '') : ''
  const known = { title, login: login || email, password, address: value('address') }
  const isExact = columns.isOwn === true
  const raw = { ...known, notes, extras, otp, line, sourceId: null, told, isExact }
  return { raw, path, category, renewBefore }
}

/** Returns what earlier releases took the columns for, where they took any for something else. */
function formerColumnsOf(
  header: readonly string[],
  { columns, isOwn }: CsvColumns,
  rows: readonly CsvRow[],
): CsvColumns[] {
  const isPlain = columns.every(({ kind }) => kind === 'field' || kind === 'left')
  const former = (['knownNames', 'shown'] as const).map((rules) => columnsOf(header, 1, rows, rules))
  const isSame = former.every((one) => one.ok && JSON.stringify(one.columns) === JSON.stringify(columns))
  return isOwn === true || (isPlain && isSame) ? [] : former.filter((one) => one.ok)
}

/** Returns what earlier releases made of a row. The first ones wrote what has no field of its own into the description. */
function formerReadingsOf(
  row: CsvRow,
  formerColumns: readonly CsvColumns[],
  width: number,
): readonly FormerReading[] {
  const raws = formerColumns.map((columns) => entryOf(row, columns, width).raw)
  const [first] = raws.slice(-1)
  const lines = first?.extras
    .map(({ label, value }) => extraFieldText(oneLine(label), value.trim()))
    .join('\n')
  const described = first && {
    ...first,
    notes: [first.notes.trim(), lines].filter((part) => part !== '').join('\n\n'),
    extras: [],
    isExact: true,
  }
  return [...raws, ...(described ? [described] : [])].flatMap((raw) => readingsOf(raw, true))
}

/** Returns an entry with its references resolved, and tells of those that are left. */
async function withReferences(written: RawItem, resolve: ResolveEntry): Promise<RawItem> {
  const { title, login, password, address, notes } = written
  const { entry, isUnresolved } = await resolve({ title, login, password, address, notes })
  const told = isUnresolved ? (['REFERENCE_KEPT'] as const) : []
  return { ...written, ...entry, told: [...written.told, ...told] }
}

const emailLabel = 'E-mail'

/** Returns the warnings about the whole file: unused columns, broken accents, doubled backslashes. */
function fileFails(
  { columns }: CsvColumns,
  rows: readonly CsvRow[],
  { isGarbled, hasEscapes }: { isGarbled: boolean; hasEscapes: boolean },
): ImportFail[] {
  const isUsed = (place: number) => rows.some(({ cells }) => (cells[place] ?? '').trim() !== '')
  const labels = (isOne: (column: CsvColumn) => boolean) =>
    columns.flatMap((column, place) =>
      column.kind !== 'field' && column.kind !== 'category' && isOne(column) && isUsed(place)
        ? [labelOf(column.label, place)]
        : [],
    )
  const kept = labels((column) => column.kind === 'extra' && column.told === 'shown')
  const unknown = labels((column) => column.kind === 'extra' && column.told === 'unknown')
  const left = labels(({ kind }) => kind === 'left')
  const tell = (reason: ImportFailReason, detail?: string): ImportFail => ({
    line: 1,
    name: '',
    reason,
    ...(detail !== undefined && { detail }),
  })
  return [
    ...(kept.length > 0 ? [tell('COLUMNS_KEPT', joinLabels(kept))] : []),
    ...(unknown.length > 0 ? [tell('COLUMNS_UNKNOWN', joinLabels(unknown))] : []),
    ...(left.length > 0 ? [tell('COLUMNS_LEFT', joinLabels(left))] : []),
    ...(isGarbled ? [tell('ACCENTS_BROKEN')] : []),
    ...(hasEscapes ? [tell('BACKSLASHES_KEPT')] : []),
  ]
}

const longestLabel = 40
const mostLabels = 20
export const labelOf = (label: string, place: number): string =>
  shortened(oneLine(label), longestLabel) || String(place + 1)
export const joinLabels = (labels: readonly string[]): string =>
  [...labels.slice(0, mostLabels), ...(labels.length > mostLabels ? ['…'] : [])].join(', ')
