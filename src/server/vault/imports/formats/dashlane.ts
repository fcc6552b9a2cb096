import type { CategoryKey } from '#domain/platform/categories.ts'
import { dashlaneKinds, fieldLabels as labels } from '#texts/vault/import-formats.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addExpiry,
  addField,
  addLogin,
  addOtp,
  addPassword,
  draftEntry,
  type Draft,
} from './entry-draft.ts'
import { found, type Found, type FoundEntry, type FoundFieldKind } from './found.ts'
import { cellsBy, isBlankRow, type LooseTable } from './loose-table.ts'

type How =
  | FoundFieldKind
  | 'title'
  | 'login'
  | 'password'
  | 'email'
  | 'url'
  | 'note'
  | 'otp'
  | 'folder'
  | 'month'
  | 'year'
  | 'kind'
  | 'ignored'

/** What the columns of Dashlane's five tables become (names as `columnName` writes them). */
const columns: Readonly<Record<string, readonly [how: How, label?: string]>> = {
  title: ['title'],
  name: ['login'],
  'item name': ['title'],
  username: ['login'],
  username2: ['text', labels.secondLogin],
  username3: ['text', labels.thirdLogin],
  'cardholder name': ['login'],
  login: ['login'],
  'login name': ['login'],
  password: ['password'],
  email: ['email'],
  url: ['url'],
  note: ['note'],
  category: ['folder'],
  otpsecret: ['otp'],
  otpurl: ['otp'],
  'cc number': ['concealed', labels.number],
  code: ['concealed', labels.code],
  'account number': ['concealed', labels.account],
  'routing number': ['text', labels.routing],
  'issuing bank': ['text', labels.bank],
  number: ['concealed', labels.number],
  'expiration month': ['month'],
  'expiration year': ['year'],
  'issue date': ['date', labels.issued],
  'expiration date': ['date', labels.expiry],
  'place of issue': ['text', labels.issuer],
  state: ['text', labels.state],
  country: ['text', labels.country],
  'first name': ['text', labels.firstName],
  'middle name': ['text', labels.middleName],
  'last name': ['text', labels.lastName],
  'date of birth': ['date', labels.birthDate],
  'place of birth': ['text', labels.birthPlace],
  'phone number': ['text', labels.phone],
  address: ['text', labels.postalAddress],
  city: ['text', labels.city],
  zip: ['text', labels.postalCode],
  'job title': ['text', labels.jobTitle],
  'phone number type': ['text', labels.kind],
  'address recipient': ['text', labels.recipient],
  'address building': ['text', labels.building],
  'address apartment': ['text', labels.apartment],
  'address floor': ['text', labels.floor],
  'address door code': ['concealed', labels.doorCode],
  type: ['kind', labels.kind],
  'email type': ['text', labels.kind],
  ssid: ['text', labels.network],
  passphrase: ['password'],
  'encryption type': ['text', labels.security],
}

/** What a name of columns means in one of the tables only. */
const columnsOf: Readonly<Record<TableKind, typeof columns>> = {
  persons: { title: ['text', labels.title] },
  networks: { name: ['title'] },
  // Read together (`addNames`).
  payments: { name: ['ignored'], 'account name': ['ignored'], 'account holder': ['ignored'] },
  papers: {},
  others: {},
}
type TableKind = 'persons' | 'networks' | 'payments' | 'papers' | 'others'

const hasAny = ({ names }: LooseTable, ...wanted: readonly string[]): boolean =>
  wanted.some((name) => names.includes(name))

/** Returns what a table of Dashlane holds, by its columns. */
function kindOf(table: LooseTable): TableKind {
  if (hasAny(table, 'ssid')) return 'networks'
  if (hasAny(table, 'first name')) return 'persons'
  if (hasAny(table, 'account name', 'cc number', 'account number')) return 'payments'
  return hasAny(table, 'issue date') ? 'papers' : 'others'
}

const categories: Readonly<Record<TableKind, CategoryKey | null>> = {
  networks: 'wifi',
  payments: 'bankCard',
  persons: 'other',
  papers: 'other',
  others: null,
}

/** Reads one of the tables of Dashlane's export: logins, notes, payments, papers or persons. */
export async function readDashlaneTable(table: LooseTable, yielder: Yielder): Promise<Found> {
  const kind = kindOf(table)
  const isNotes = kind === 'others' && !hasAny(table, 'password')
  const category = isNotes ? 'other' : categories[kind]
  const cellOf = cellsBy(table)
  const entries: FoundEntry[] = []
  let blankRows = 0
  for (const row of table.rows) {
    const pause = yielder.step(4)
    if (pause) await pause
    if (isBlankRow(row, table)) {
      blankRows += 1
      continue
    }
    const draft = draftEntry(row.line)
    draft.category = category
    const expiry = { month: '', year: '' }
    for (const [place, cell] of row.cells.entries()) {
      const name = table.names[place] ?? ''
      const own = columnsOf[kind]
      const known = Object.hasOwn(own, name)
        ? own[name]
        : Object.hasOwn(columns, name)
          ? columns[name]
          : undefined
      // Whether Dashlane hides the row in its lists: nothing to import unless it does.
      if (name === 'hidden' && /^(?:false|0)$/i.test(cell.trim())) continue
      // What a newer version added may be secret.
      const [how, label] = known ?? (['concealed', table.header[place]] as const)
      addCell(draft, how, label ?? labels.unnamed, cell, expiry)
    }
    const type = dashlaneKind(cellOf(row, 'type'))
    if (kind === 'payments') addNames(draft, (name) => cellOf(row, name).trim(), type)
    if (kind === 'persons' && draft.title === '') draft.title = fullNameOf(row, table)
    // Papers have the name of their owner only.
    const isNamed = kind !== 'papers' && [draft.title, draft.login, draft.email].some((text) => text !== '')
    if (type !== null && draft.title === '' && !isNamed) draft.title = dashlaneKinds[type]
    if (expiry.month !== '' || expiry.year !== '') addExpiry(draft, `${expiry.month}/${expiry.year}`)
    entries.push(draft)
  }
  return found(entries, { blankRows })
}

type DashlaneKind = keyof typeof dashlaneKinds
const dashlaneKind = (type: string): DashlaneKind | null =>
  Object.hasOwn(dashlaneKinds, type.trim()) ? (type.trim() as DashlaneKind) : null

/**
 * Names a payment. Dashlane writes the holder of a card as its account, and its own name in a column that older exports
 * lack. An account of a bank has a name of its own.
 */
function addNames(draft: Draft, cell: (name: string) => string, type: DashlaneKind | null): void {
  const [name, account, holder] = [cell('name'), cell('account name'), cell('account holder')]
  const isCard = cell('cc number') !== '' || type === 'payment_card' || type === 'credit_card'
  draft.title = name || account
  addLogin(draft, holder || (isCard ? account : ''))
  if (account !== draft.title && account !== draft.login) addField(draft, labels.accountName, 'text', account)
}

/** Returns the name of a person, whose row has no name of its own. */
const fullNameOf = ({ cells }: LooseTable['first'], { names }: LooseTable): string =>
  ['first name', 'middle name', 'last name']
    .map((name) => (cells[names.indexOf(name)] ?? '').trim())
    .filter((part) => part !== '')
    .join(' ')

function addCell(
  draft: Draft,
  how: How,
  label: string,
  cell: string,
  expiry: { month: string; year: string },
): void {
  if (cell === '' || how === 'ignored') return
  if (how === 'title') draft.title = draft.title === '' ? cell : draft.title
  else if (how === 'login') addLogin(draft, cell)
  else if (how === 'password') addPassword(draft, cell)
  else if (how === 'email') addEmail(draft, cell)
  else if (how === 'url') addAddress(draft, cell)
  else if (how === 'note') draft.notes = cell
  else if (how === 'otp') addOtp(draft, cell)
  else if (how === 'folder') draft.path = [cell]
  else if (how === 'month' || how === 'year') expiry[how] = cell.trim()
  else if (how === 'kind') {
    const kind = dashlaneKind(cell)
    addField(draft, label, 'text', kind === null ? cell : dashlaneKinds[kind])
  } else if (how === 'date') addDate(draft, label, cell)
  else addField(draft, label, how, cell)
}
