import { fieldLabels } from '#texts/vault/import-formats.ts'
import type { ImportFault } from '#texts/vault/imports.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { columnName } from '../column-names.ts'
import type { CsvRow } from '../csv-records.ts'
import { pathOf } from '../csv-row.ts'
import { areSpreadsheetNumbers, scientific } from '../csv.ts'
import { withoutControls } from '../plain-fields.ts'
import { isSecretName, spacedKey } from '../secret-names.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addExpiry,
  addField,
  addLogin,
  addOtp,
  addPassword,
  dayOf,
  draftEntry,
  tell,
  type Draft,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type Found, type FoundEntry, type FoundFieldKind, type FoundFolder } from './found.ts'
import { dateOrderOf, dayInDigits, type DateOrder } from './written-dates.ts'
import { cellsBy, isBlankRow, type LooseTable } from './loose-table.ts'

/** What the cells of a column become: a part of the entry, a field with a label, or nothing. */
export type Target =
  | 'title'
  | 'login'
  | 'email'
  | 'password'
  | 'address'
  | 'notes'
  | 'otp'
  /** Addresses of one-time codes, which earlier releases took for addresses. */
  | 'otpAddress'
  | 'path'
  | 'favourite'
  | 'archived'
  | 'id'
  | 'expiry'
  | 'renewal'
  /** Has no use here: reported by the name of the column. */
  | 'ignore'
  /** Read by the row reader. */
  | 'row'
  | readonly [kind: FoundFieldKind, label: string]

/** Returns the cell of the first column of one of these names; empty without one. */
export type CellOf = (...names: readonly string[]) => string

/** What a row is besides an entry: nothing to import, or a folder. */
type NoEntry = 'blank' | FoundFolder

/** Completes the entry of a row with what its columns alone do not tell, or says that the row is no entry. */
export type RowReader = (draft: Draft, cell: CellOf, row: CsvRow) => NoEntry | undefined

export type TableSpec = {
  /** Keys are names as `columnName` writes them. */
  readonly columns: Readonly<Record<string, Target>>
  /** What a column that is not listed becomes: one of a newer version may hold a secret. */
  readonly others?: FoundFieldKind
  /** Separates the folders of a path. Null: the cell is one folder. */
  readonly separator?: string | null
  /** The cells beyond the first row's have a meaning: the row reader takes them. */
  readonly hasCellsBeyond?: boolean
  readonly rows?: (table: LooseTable) => RowReader
  /** Remarks about every file of the format. */
  readonly notes?: Found['notes']
}

/** Returns the format of a table that its header tells. */
export const tableFormat = ({
  matches,
  mended = (table) => table,
  refuses = () => null,
  ...spec
}: Pick<Format, 'id' | 'name' | 'family'> & {
  readonly matches: (table: LooseTable) => boolean
  /** Returns the table with what its program is known to write wrongly put right. */
  readonly mended?: (table: LooseTable) => LooseTable
  /** Why a table of the format is not read at all; null if it is. */
  readonly refuses?: (table: LooseTable) => ImportFault | null
} & TableSpec): Format => ({
  id: spec.id,
  name: spec.name,
  family: spec.family,
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) => file.kind === 'table' && matches(file),
  async read(file, { yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const table = mended(file)
    const code = refuses(table)
    return code === null ? readTable(table, spec, yielder) : { ok: false, code }
  },
})

/** Whether a table has the required columns, and besides them the optional ones only. */
export const isHeaderOf = (
  { names }: LooseTable,
  required: readonly string[],
  optional: readonly string[] = [],
): boolean => {
  const known = new Set([...required, ...optional, ''])
  return required.every((name) => names.includes(name)) && names.every((name) => known.has(name))
}

/** Reads the rows of a table, an entry each. */
export async function readTable(table: LooseTable, spec: TableSpec, yielder: Yielder): Promise<Found> {
  const { columns, others = 'concealed', separator = '/' } = spec
  const targets = table.names.map((name, place): Target => {
    if (Object.hasOwn(columns, name)) return columns[name] ?? 'ignore'
    const label = table.header[place] ?? ''
    const isSecret = others !== 'concealed' && isSecretName(columnName(spacedKey(label)))
    return [isSecret ? 'concealed' : others, label === '' ? unnamedAt(place) : label]
  })
  const cellOf = cellsBy(table)
  const read = spec.rows?.(table)
  const entries: FoundEntry[] = []
  const folders: FoundFolder[] = []
  const left = new Set<number>()
  const orders = targets.map((target, place) =>
    target === 'renewal' ? dateOrderOf(table.rows.map(({ cells }) => cells[place] ?? '')) : null,
  )
  let blankRows = 0
  for (const row of table.rows) {
    const pause = yielder.step(8)
    if (pause) await pause
    if (isBlankRow(row, table)) {
      blankRows += 1
      continue
    }
    const draft = draftEntry(row.line)
    for (const [place, cell] of row.cells.entries()) {
      const target = targets[place]
      if (target === 'ignore' && cell.trim() !== '') left.add(place)
      else if (target === 'renewal') setRenewal(draft, cell, table.header[place] ?? '', orders[place])
      else if (target !== undefined) addCell(draft, target, cell, { separator, header: table.header[place] })
    }
    // Earlier releases took the code for an address where they found no other.
    if (draft.addresses.length > 0) delete draft.knownBy
    const is = read?.(draft, (...names) => cellOf(row, ...names), row)
    if (is === 'blank') blankRows += 1
    else if (is !== undefined) folders.push(is)
    else {
      if (spec.hasCellsBeyond !== true) addCellsBeyond(draft, row, targets.length)
      if (scientific.test(draft.password)) tell(draft, 'SPREADSHEET_NUMBER')
      entries.push(draft)
    }
  }
  const labels = [...left].map((place) => table.header[place]).join(', ')
  return found(entries, {
    folders,
    blankRows,
    notes: [...(spec.notes ?? []), ...notesOf(table, entries, labels)],
  })
}

/** Returns the remarks about a table: columns that have no use here, broken accents, a spreadsheet in between. */
export const notesOf = (
  { isGarbled }: LooseTable,
  entries: readonly FoundEntry[],
  left = '',
): Found['notes'] => [
  ...(left === '' ? [] : [{ reason: 'COLUMNS_LEFT', detail: left } as const]),
  ...(isGarbled ? [{ reason: 'ACCENTS_BROKEN' } as const] : []),
  ...(areSpreadsheetNumbers(entries.map(({ password }) => password))
    ? [{ reason: 'SPREADSHEET_DIGITS' } as const]
    : []),
]

const unnamedAt = (place: number): string => `${fieldLabels.unnamed} ${place + 1}`

/** Keeps the cells that have no column: what they are is unknown, so that they are concealed. */
function addCellsBeyond(draft: Draft, { cells }: CsvRow, width: number): void {
  const beyond = cells.slice(width)
  if (beyond.every((cell) => cell.trim() === '')) return
  for (const [place, cell] of beyond.entries()) addField(draft, unnamedAt(width + place), 'concealed', cell)
  tell(draft, 'CELLS_KEPT')
}

/** Whether a cell says yes, in the way of any program. */
export const isYes = (cell: string): boolean => /^(?:1|true|yes|y|x|oui|vrai)$/i.test(cell.trim())

/** Whether a shown text holds control characters, which is told of its entry once. */
function isCleanedOf(draft: Draft, cell: string): boolean {
  const isCleaned = withoutControls(cell) !== cell
  if (isCleaned && !draft.notesToTell.some(({ reason }) => reason === 'CHARACTERS_DROPPED'))
    tell(draft, 'CHARACTERS_DROPPED')
  return isCleaned
}

function addCell(
  draft: Draft,
  target: Exclude<Target, 'renewal'>,
  cell: string,
  place: { separator: string | null; header: string | undefined },
): void {
  if (cell === '') return
  const { separator, header = '' } = place
  if (typeof target !== 'string') {
    const [kind, label] = target
    if (kind !== 'concealed' && isCleanedOf(draft, cell))
      return addCell(draft, target, withoutControls(cell), place)
    if (kind === 'date') addDate(draft, label, cell)
    else addField(draft, label, kind, cell)
  } else if (target === 'title') {
    if (draft.title === '') draft.title = cell
    else addField(draft, header, 'text', cell)
  } else if (target === 'path') {
    if (draft.path.length === 0) draft.path = separator === null ? [cell] : pathOf(cell, separator)
    else addField(draft, header, 'text', cell)
  } else if (target === 'login') addLogin(draft, cell)
  else if (target === 'email') addEmail(draft, cell)
  else if (target === 'password') addPassword(draft, cell)
  else if (target === 'address') addAddress(draft, cell)
  else if (target === 'otp' || target === 'otpAddress') {
    addOtp(draft, cell)
    if (target === 'otpAddress') draft.knownBy ??= { addresses: [cell] }
  } else if (target === 'expiry') addExpiry(draft, cell)
  else if (target === 'notes' && isCleanedOf(draft, cell))
    addCell(draft, target, withoutControls(cell), place)
  else if (target === 'notes') draft.notes = draft.notes === '' ? cell : `${draft.notes}\n\n${cell}`
  else if (target === 'favourite') draft.isFavourite = isYes(cell)
  else if (target === 'archived') draft.state = isYes(cell) ? 'archived' : draft.state
  else if (target === 'id') draft.sourceId = cell.trim() || null
}

/**
 * Sets the date of renewal. What is no ISO 8601 date, nor one of a proved order, stays a field and is reported: whether the
 * day or the month comes first is not certain.
 */
export function setRenewal(draft: Draft, cell: string, label: string, order: DateOrder | null = null): void {
  if (cell.trim() === '') return
  draft.renewal = dayOf(cell.trim()) ?? (order === null ? null : dayInDigits(cell, order))
  if (draft.renewal !== null) return
  addField(draft, label, 'text', cell)
  tell(draft, 'RENEWAL_KEPT')
}
