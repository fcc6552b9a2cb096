import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addExpiry,
  addField,
  addNamed,
  addLogin,
  addOtp,
  addPassword,
  type Draft,
  tell,
  tellLeft,
} from './entry-draft.ts'
import { columnName } from '../column-names.ts'
import { isSecretName, spacedKey } from '../secret-names.ts'
import { isObject, type JsonObject, listOf, textAt, textOf, valueOf } from './json-values.ts'

/** What an entry of 1Password is, in the terms of both of its formats. */
export type Kind =
  | 'login'
  | 'card'
  | 'note'
  | 'identity'
  | 'password'
  | 'licence'
  | 'bank'
  | 'database'
  | 'wifi'
  | 'server'
  | 'mail'
  | 'api'
  | 'ssh'
  | 'other'

export const categoryOfKind: Readonly<Record<Kind, CategoryKey | null>> = {
  login: null,
  card: 'bankCard',
  note: 'other',
  identity: 'other',
  password: null,
  licence: 'licence',
  bank: 'bankCard',
  database: 'database',
  wifi: 'wifi',
  server: 'server',
  mail: 'mail',
  api: 'apiKey',
  ssh: 'apiKey',
  other: 'other',
}

/** The fields of a kind that are its login and its password, in the order of preference. */
const mainFields: Partial<Record<Kind, { login: readonly string[]; password: readonly string[] }>> = {
  card: { login: ['cardholder'], password: [] },
  bank: { login: ['owner'], password: [] },
  licence: { login: ['reg_name'], password: ['reg_code'] },
  database: { login: ['username'], password: ['password'] },
  wifi: { login: [], password: ['wireless_password', 'password'] },
  server: { login: ['username'], password: ['password'] },
  mail: { login: ['pop_username', 'smtp_username'], password: ['pop_password', 'smtp_password'] },
  api: { login: ['username'], password: ['credential'] },
  identity: { login: ['username'], password: [] },
}

/** A field of a section. `kind` is the key of its value in 1PUX; 1PIF names the same otherwise. */
export type SectionField = {
  readonly id: string
  readonly label: string
  readonly section: string
  readonly kind: string
  readonly value: unknown
}

/** Fields that name the end of a month. */
const expiry = /expir|valid_?thru|valid_?to/i

/** Kinds of values that 1Password shows. What is not among them may be secret. */
const shownKinds = new Set(['string', 'phone', 'menu', 'gender', 'creditCardType', 'cctype'])

/**
 * Adds the fields of all sections.
 * @param titles the titles of the file's entries, by their identifiers: a field may refer to another entry
 */
export function addSectionFields(
  draft: Draft,
  kind: Kind,
  fields: readonly SectionField[],
  titles: ReadonlyMap<string, string>,
): void {
  const main = mainFields[kind]
  const chosen = (ids: readonly string[] = []): SectionField | undefined =>
    ids
      .map((id) => fields.find((field) => field.id === id && textOf(field.value) !== ''))
      .find((field) => field !== undefined)
  const login = draft.login === '' ? chosen(main?.login) : undefined
  const password = draft.password === '' ? chosen(main?.password) : undefined
  if (login) addLogin(draft, login.value)
  if (password) addPassword(draft, password.value)
  for (const field of fields)
    if (field !== login && field !== password) addSectionField(draft, kind, field, titles)
}

function addSectionField(
  draft: Draft,
  entry: Kind,
  { id, label, section, kind, value }: SectionField,
  titles: ReadonlyMap<string, string>,
): void {
  const own = label.trim() === '' ? id : label
  const name = section.trim() === '' || own === '' ? own : fieldLabels.section(section, own)
  if (kind === 'totp' || id.startsWith('TOTP_')) addOtp(draft, value)
  else if (kind === 'url' || kind === 'URL') {
    // The address of an entry that has none; else a field with its own label.
    if (draft.addresses.length === 0) addAddress(draft, value)
    else addField(draft, name, 'address', value)
  } else if (kind === 'email') {
    const text = isObject(value) ? valueOf(value, 'email_address') : value
    if (entry === 'identity') addEmail(draft, text, name)
    else addField(draft, name, 'text', text)
  } else if (kind === 'date') {
    if (typeof value === 'number') addDate(draft, name, value * 1000)
    else addField(draft, name, 'text', value)
  } else if (kind === 'monthYear') addMonth(draft, name, value, expiry.test(id))
  else if (kind === 'address') addField(draft, name, 'lines', addressText(value))
  else if (kind === 'sshKey') addSshKey(draft, value)
  else if (kind === 'reference') {
    const title = titles.get(textOf(value)) ?? ''
    if (title === '' && textOf(value) !== '') tellLeft(draft, [name])
    addField(draft, name, 'text', title)
  } else if (isObject(value) || Array.isArray(value))
    addField(draft, name, 'concealed', JSON.stringify(value))
  else addNamed(draft, name, shownKinds.has(kind) && !isCardSecret(id) ? 'text' : 'concealed', value, own)
}

/** 1PIF keeps the numbers of cards as plain strings, which their identifiers tell. */
const isCardSecret = (id: string): boolean => isSecretName(columnName(spacedKey(id)))

/**
 * Adds a month: the end of a card as its last day, on which it still pays. Any other stays a month, for the file knows no day.
 * @param value `yyyymm` as a number or a text; 0 is none
 */
function addMonth(draft: Draft, label: string, value: unknown, isEnd: boolean): void {
  const text = textOf(value)
  if (text === '0') return
  if (isEnd) return addExpiry(draft, text, label)
  addField(draft, label, 'text', text.replace(/^(\d{4})(0[1-9]|1[0-2])$/, '$2/$1'))
}

function addressText(value: unknown): string {
  if (!isObject(value)) return textOf(value)
  const place = [textAt(value, 'zip'), textAt(value, 'city')].filter((part) => part !== '').join(' ')
  return [textAt(value, 'street'), place, textAt(value, 'state'), textAt(value, 'country').toUpperCase()]
    .filter((part) => part !== '')
    .join('\n')
}

function addSshKey(draft: Draft, value: unknown): void {
  const metadata = valueOf(value, 'metadata')
  addField(
    draft,
    fieldLabels.privateKey,
    'concealed',
    textAt(value, 'privateKey') || textAt(metadata, 'privateKey'),
  )
  addField(draft, fieldLabels.publicKey, 'text', valueOf(metadata, 'publicKey'))
  addField(draft, fieldLabels.fingerprint, 'text', valueOf(metadata, 'fingerprint'))
}

/** Adds the fields of a form: the designated ones are the login and the password, the others its further fields. */
export function addFormFields(draft: Draft, fields: unknown, typeKey: 'fieldType' | 'type'): void {
  for (const field of listOf(fields)) {
    const { value, isHidden } = formValueOf(valueOf(field, 'value'))
    const label = textAt(field, 'name') || textAt(field, 'id')
    const [designation, type] = [textAt(field, 'designation').toLowerCase(), textAt(field, typeKey)]
    if (designation === 'username') addLogin(draft, value, label)
    else if (designation === 'password') addPassword(draft, value, label)
    else if (type === 'C') {
      // A box that is not ticked has no value.
      if (textOf(value) !== '') addField(draft, label, 'text', fieldLabels.yes)
    } else addNamed(draft, label, type === 'P' || isHidden ? 'concealed' : 'text', value)
  }
}

/** Returns the value of a field of a form: as such, or in an object as those of sections are. */
function formValueOf(given: unknown): { value: unknown; isHidden: boolean } {
  if (!isObject(given)) return { value: given, isHidden: false }
  const [[kind, inner] = []] = Object.entries(given)
  const mail = valueOf(kind === 'email' ? inner : given, 'email_address')
  if (kind === undefined || mail !== undefined) return { value: mail, isHidden: false }
  const isHidden = !shownKinds.has(kind) && kind !== 'url'
  return { value: typeof inner === 'object' && inner !== null ? JSON.stringify(inner) : inner, isHidden }
}

/** Adds what both formats keep beside the fields. */
export function addTags(draft: Draft, tags: unknown): void {
  addField(
    draft,
    fieldLabels.tags,
    'text',
    listOf(tags)
      .map(textOf)
      .filter((tag) => tag !== '')
      .join(', '),
  )
}

/** Tells passkeys, which stay where they are. */
export function tellPasskey(draft: Draft, details: JsonObject): void {
  if (isObject(valueOf(details, 'passkey'))) tell(draft, 'PASSKEY_LEFT')
}
