import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import type { CsvRow } from '../csv-records.ts'
import { pathOf } from '../csv-row.ts'
import { addExpiry, addField, addLogin, addPassword, tell, type Draft } from './entry-draft.ts'
import { decodeEntities, entitiesQuestion } from './entities.ts'
import type { Format } from './format.ts'
import type { Found } from './found.ts'
import { hasColumns, isBlankRow, type LooseTable } from './loose-table.ts'
import { readTable, type TableSpec } from './table-format.ts'

/** LastPass: CSV. Secure notes have the address `http://sn`, folders without entries `http://group`. */
export const lastPass: Format = {
  id: 'lastpass',
  name: 'LastPass',
  family: 'lastpass',
  endings: ['.csv', '.txt'],
  needs: [],
  recognises: (file) =>
    file.kind === 'table' && (hasColumns(file, 'extra', 'grouping') || hasColumns(file, 'profilename')),
  async read(file, { answers, yielder }) {
    if (file.kind !== 'table') return { ok: false, code: 'FORMAT_OTHER' }
    const joined = joinRows(file)
    const question = await entitiesQuestion(
      joined.rows.map(({ cells }) => cells),
      yielder,
    )
    const isDecoded = question !== null && (answers['entities'] ?? question.proposed) === 'decode'
    const decoded = new Set<number>()
    const rows: CsvRow[] = []
    for (const row of joined.rows) {
      rows.push(isDecoded ? decodeRow(row, decoded) : row)
      const pause = yielder.step(8)
      if (pause) await pause
    }
    const spec = hasColumns(file, 'grouping') ? loginSpec(file, joined.joined, decoded) : formSpec(decoded)
    const found = await readTable({ ...file, rows }, spec, yielder)
    return {
      ...found,
      questions: question === null ? [] : [question],
      unreadable: joined.broken,
      blankRows: found.blankRows + joined.blankRows,
    }
  },
}

function decodeRow(row: CsvRow, decoded: Set<number>): CsvRow {
  const cells = row.cells.map(decodeEntities)
  if (cells.some((cell, place) => cell !== row.cells[place])) decoded.add(row.line)
  return { ...row, cells }
}

type Joined = {
  readonly rows: readonly CsvRow[]
  /** The lines of the rows that are made of several. */
  readonly joined: ReadonlySet<number>
  readonly broken: Found['unreadable']
  readonly blankRows: number
}

/**
 * Joins the rows of notes of several lines, which some versions write without quotes: the cells of the following rows
 * belong to it, until the row is complete. A row that never becomes so is reported.
 */
function joinRows(table: LooseTable): Joined {
  const width = table.header.length
  // A file whose rows are all as long has other columns, it is not broken.
  if (new Set(table.rows.map(({ cells }) => cells.length)).size === 1)
    return { rows: table.rows, joined: new Set(), broken: [], blankRows: 0 }
  const rows: CsvRow[] = []
  const joined = new Set<number>()
  const broken: Found['unreadable'][number][] = []
  const starts = table.names.indexOf('url')
  let blankRows = 0
  const throughNote = table.names.indexOf('extra') + 1
  let open: { line: number; cells: string[]; last: number; isJoined: boolean } | null = null
  const giveUp = (): void => {
    if (open === null) return
    // A row that goes on after its note is whole: its last cells are empty.
    if (!open.isJoined && open.cells.length > throughNote) rows.push({ line: open.line, cells: open.cells })
    else broken.push({ line: open.line, name: nameOf(open.cells, table), note: { reason: 'ROW_UNREADABLE' } })
    open = null
  }
  for (const row of table.rows) {
    const isStart: boolean =
      /^(?:https?:\/\/|android:\/\/)/i.test(row.cells[starts] ?? '') && row.cells.length > 1
    if (row.cells.length >= width) {
      giveUp()
      rows.push(row)
    } else if (open === null) {
      if (isBlankRow(row, table)) blankRows += 1
      else open = { line: row.line, cells: [...row.cells], last: lastLineOf(row), isJoined: false }
    } else if (isStart && row.cells.length > 2) {
      giveUp()
      open = { line: row.line, cells: [...row.cells], last: lastLineOf(row), isJoined: false }
    } else {
      const [first = '', ...others] = row.cells
      // Blank lines between two rows are part of the note.
      const lineBreaks = '\n'.repeat(Math.max(1, row.line - open.last))
      const end: string = open.cells.pop() ?? ''
      open.cells.push(`${end}${lineBreaks}${first}`, ...others)
      open.last = lastLineOf(row)
      open.isJoined = true
      if (open.cells.length === width) {
        joined.add(open.line)
        rows.push({ line: open.line, cells: open.cells })
        open = null
      } else if (open.cells.length > width) giveUp()
    }
  }
  giveUp()
  return { rows, joined, broken, blankRows }
}

const lastLineOf = ({ line, cells }: CsvRow): number =>
  line + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)

const nameOf = (cells: readonly string[], { names }: LooseTable): string => cells[names.indexOf('name')] ?? ''

const loginSpec = (
  table: LooseTable,
  joined: ReadonlySet<number>,
  decoded: ReadonlySet<number>,
): TableSpec => ({
  // Passbolt writes this header without favourites, and its paths by slashes.
  separator: hasColumns(table, 'fav') ? '\\' : '/',
  columns: {
    url: 'row',
    username: 'login',
    password: 'password',
    totp: 'otp',
    extra: 'row',
    name: 'title',
    grouping: 'path',
    fav: 'favourite',
  },
  rows: () => (draft, cell, row) => {
    const url = cell('url').trim()
    if (url === 'http://group') {
      const path = draft.path.length > 0 ? draft.path : pathOf(draft.title, '\\')
      return { path, description: '', line: row.line, sourceId: null }
    }
    if (joined.has(row.line)) tell(draft, 'LINES_JOINED')
    if (decoded.has(row.line)) tell(draft, 'ENTITIES_DECODED')
    if (url === 'http://sn') readSecureNote(draft, cell('extra'))
    else {
      draft.notes = cell('extra')
      if (url !== 'http://' && url !== 'https://' && url !== '') draft.addresses.push(url)
    }
    return undefined
  },
})

/** Profiles of forms: persons, and cards in the same row. */
const formSpec = (decoded: ReadonlySet<number>): TableSpec => ({
  others: 'text',
  columns: {
    profilename: 'title',
    notes: 'notes',
    ccnum: ['concealed', labels.number],
    cccsc: ['concealed', labels.code],
    ccexp: 'expiry',
    bankacctnum: ['concealed', labels.account],
    ssn: ['concealed', labels.socialSecurity],
  },
  rows: () => (draft, cell, row) => {
    if (decoded.has(row.line)) tell(draft, 'ENTITIES_DECODED')
    draft.category = cell('ccnum') === '' ? 'other' : 'bankCard'
    return undefined
  },
})

type How = 'login' | 'password' | 'expiry' | 'shown' | 'concealed' | 'skip'

/** The keys of LastPass's typed notes. Any other may hold a secret. */
const noteKeys: Readonly<Record<string, readonly [How, label?: string]>> = {
  notetype: ['skip'],
  language: ['skip'],
  username: ['login'],
  'user name': ['login'],
  'name on card': ['login'],
  'account holder': ['login'],
  password: ['password'],
  passphrase: ['password'],
  hostname: ['shown', labels.host],
  host: ['shown', labels.host],
  server: ['shown', labels.host],
  port: ['shown', labels.port],
  database: ['shown', labels.database],
  type: ['shown', labels.kind],
  'expiration date': ['expiry'],
  number: ['concealed', labels.number],
  'security code': ['concealed', labels.code],
  pin: ['concealed', labels.pin],
  'private key': ['concealed', labels.privateKey],
  'public key': ['shown', labels.publicKey],
  'bank name': ['shown', labels.bank],
  'account type': ['shown', labels.accountType],
  'account number': ['concealed', labels.account],
  'routing number': ['shown', labels.routing],
  'swift code': ['shown', labels.bic],
  'iban number': ['concealed', labels.iban],
  ssid: ['shown', labels.network],
  encryption: ['shown', labels.security],
  'first name': ['shown', labels.firstName],
  'middle name': ['shown', labels.middleName],
  'last name': ['shown', labels.lastName],
  name: ['shown', labels.name],
  title: ['shown', labels.title],
  company: ['shown', labels.company],
  birthday: ['shown', labels.birthDate],
  'date of birth': ['shown', labels.birthDate],
  'address 1': ['shown', labels.postalAddress],
  'address 2': ['shown', labels.address2],
  address: ['shown', labels.postalAddress],
  'city / town': ['shown', labels.city],
  city: ['shown', labels.city],
  state: ['shown', labels.state],
  'zip / postal code': ['shown', labels.postalCode],
  country: ['shown', labels.country],
  'email address': ['shown', labels.email],
  phone: ['shown', labels.phone],
  'issued date': ['shown', labels.issued],
  nationality: ['shown'],
  'start date': ['shown'],
}

const noteCategories: readonly [kind: RegExp, category: Draft['category']][] = [
  [/credit card|bank account/i, 'bankCard'],
  [/server|ssh key/i, 'server'],
  [/database/i, 'database'],
  [/wi-?fi/i, 'wifi'],
  [/software licen[cs]e/i, 'licence'],
  [/email account/i, 'mail'],
]

/** Reads a secure note: free text, or `NoteType:` and lines `Key:Value`, whose values may go on on further lines. */
function readSecureNote(draft: Draft, extra: string): void {
  draft.category = 'other'
  const kind = /^NoteType:([^\r\n]*)/.exec(extra)?.[1]?.trim()
  if (kind === undefined) {
    draft.notes = extra
    return
  }
  draft.category = /ssh key/i.test(kind)
    ? 'apiKey'
    : (noteCategories.find(([form]) => form.test(kind))?.[1] ?? 'other')
  const pairs: { key: string; value: string }[] = []
  let notes: string[] | null = null
  for (const line of extra.split(lineEnds)) {
    const match = /^([^:]{1,60}):(.*)$/.exec(line)
    const [key, value] = [match?.[1] ?? '', match?.[2] ?? '']
    const last = pairs.at(-1)
    if (notes !== null) notes.push(line)
    else if (match && key === 'Notes') notes = [value]
    // A colon in a line of a private key is no new key.
    else if (match && !(last !== undefined && /private key/i.test(last.key) && isKeyHead(key)))
      pairs.push({ key, value })
    else if (last) last.value += `\n${line}`
  }
  draft.notes = notes?.join('\n') ?? ''
  for (const { key, value } of pairs) addPair(draft, key, value, kind)
  addField(draft, labels.kind, 'text', kind)
}

/** Some versions write CR CR LF. A run of CR is looked through once, at its start. */
const lineEnds = /(?<!\r)\r*\n|\r/

/** Lines such as `Proc-Type: 4,ENCRYPTED` in the head of a private key. */
const isKeyHead = (key: string): boolean => /^(?:Proc-Type|DEK-Info|Comment|Version)$/.test(key)

function addPair(draft: Draft, key: string, value: string, kind: string): void {
  const name = key.trim().toLowerCase()
  const known = Object.hasOwn(noteKeys, name) ? noteKeys[name] : undefined
  const [how, label = key] = known ?? (['concealed'] as const)
  // A date that was not filled in is `,` or `,,`.
  if (value === '' || how === 'skip' || (/date|birthday/.test(name) && /^,+$/.test(value))) return
  if (how === 'login') addLogin(draft, value)
  else if (how === 'password') addPassword(draft, value)
  else if (how === 'expiry' && /card/i.test(kind))
    addExpiry(draft, value.replace(/^([A-Z][a-z]+),(\d{4})$/, monthOf))
  else
    addField(
      draft,
      how === 'expiry' ? labels.expiry : label,
      how === 'concealed' ? 'concealed' : 'text',
      value,
    )
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** LastPass writes the expiry of a card as `January,2028`. */
const monthOf = (whole: string, name: string, year: string): string => {
  const month = monthNames.indexOf(name) + 1
  return month === 0 ? whole : `${month}/${year}`
}
