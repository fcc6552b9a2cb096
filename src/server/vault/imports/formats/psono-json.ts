import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addEmail,
  addExpiry,
  addField,
  addNamed,
  addLogin,
  addOtp,
  addPassword,
  draftEntry,
  type Draft,
  readEntries,
  tell,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type Found, type FoundEntry, type FoundFieldKind, type FoundFolder } from './found.ts'
import { isObject, type JsonObject, listOf, objectOf, textAt, textOf, valueOf } from './json-values.ts'

export const psonoTypes: Readonly<Record<string, CategoryKey | null>> = {
  website_password: null,
  application_password: 'application',
  note: 'other',
  totp: 'otp',
  bookmark: null,
  credit_card: 'bankCard',
  ssh_own_key: 'apiKey',
  mail_gpg_own_key: 'apiKey',
  environment_variables: 'application',
  elster_certificate: 'other',
  identity: 'other',
  passkey: null,
  file: 'other',
  ssh_connection: 'server',
  rdp_connection: 'server',
  vnc_connection: 'server',
}

type Place = {
  readonly path: readonly string[]
  readonly items: readonly unknown[]
  /** In the trash, by itself or with a folder above. */
  readonly isBinned: boolean
}

const isDeleted = (value: unknown): boolean => valueOf(value, 'deleted') === true

/** Returns the folders of an export, each with its entries, in the order of the file. */
function placesOf(value: unknown): Place[] {
  const places: Place[] = []
  const collect = (folder: unknown, path: readonly string[], isBinned: boolean): void => {
    places.push({ path, items: listOf(valueOf(folder, 'items')), isBinned })
    for (const inner of listOf(valueOf(folder, 'folders'))) {
      const name = textAt(inner, 'name')
      collect(inner, name.trim() === '' ? path : [...path, name], isBinned || isDeleted(inner))
    }
  }
  // JSON is no deeper than its limit.
  collect(value, [], false)
  return places
}

const isPlain = (value: unknown): boolean => {
  if (!isObject(value) || Object.hasOwn(value, 'encrypted')) return false
  const first = placesOf(value).flatMap(({ items }) => items.slice(0, 1))
  return first.some(
    (item) => Object.hasOwn(psonoTypes, textAt(item, 'type')) && !Object.hasOwn(objectOf(item), 'login'),
  )
}
const isSealed = (value: unknown): boolean => {
  const [text, nonce] = [valueOf(value, 'text'), valueOf(value, 'nonce')]
  return typeof text === 'string' && typeof nonce === 'string' && Object.keys(objectOf(value)).length === 2
}

/** Psono: JSON in clear. The one with a password is sealed in a way that Node's cryptography does not have. */
export const psonoJson: Format = {
  id: 'psono-json',
  name: 'Psono (JSON)',
  family: 'psono',
  endings: ['.json'],
  needs: [],
  recognises: (file) => file.kind === 'json' && (isSealed(file.value) || isPlain(file.value)),
  async read(file, { yielder }) {
    if (file.kind !== 'json') return { ok: false, code: 'FORMAT_OTHER' }
    if (isSealed(file.value)) return { ok: false, code: 'PSONO_ENCRYPTED' }
    const entries: FoundEntry[] = []
    const unreadable: Found['unreadable'][number][] = []
    const folders: FoundFolder[] = []
    for (const { path, items, isBinned } of placesOf(file.value)) {
      const before = entries.length + unreadable.length
      if (path.length > 0 && !isBinned)
        folders.push({ path, description: '', line: before + 1, sourceId: null })
      const read = await readEntries(items, yielder, (item, place) => {
        const draft = draftEntry(before + place)
        draft.path = [...path]
        readPsonoItem(draft, item)
        if (isBinned || isDeleted(item)) draft.state = 'binned'
        return draft
      })
      entries.push(...read.entries)
      unreadable.push(...read.unreadable.map((one) => ({ ...one, line: before + one.line })))
    }
    return found(entries, { unreadable, folders })
  },
}

/** What further keys of a type become, without the name of the type in front. */
const shapes: Readonly<Record<string, readonly [kind: FoundFieldKind, label: string]>> = {
  number: ['concealed', labels.number],
  cvc: ['concealed', labels.code],
  pin: ['concealed', labels.pin],
  private: ['concealed', labels.privateKey],
  private_key: ['concealed', labels.privateKey],
  public: ['text', labels.publicKey],
  first_name: ['text', labels.firstName],
  last_name: ['text', labels.lastName],
  company: ['text', labels.company],
  address: ['text', labels.postalAddress],
  postal_code: ['text', labels.postalCode],
  city: ['text', labels.city],
  state: ['text', labels.state],
  country: ['text', labels.country],
  phone_number: ['text', labels.phone],
  domain: ['text', labels.domain],
}

/** What only steers the filling of forms, or is made of other values. */
const technical =
  /^(?:title|notes|url_filter|auto_submit|allow_http|totp_(?:digits|period|algorithm)|digits|period|algorithm|authentication_type|ignore_certificate|resize_method|server_layout|variables|file_content|host|port)$/

export function readPsonoItem(draft: Draft, item: JsonObject): void {
  const type = textAt(item, 'type')
  const at = (key: string): unknown => valueOf(item, `${type}_${key}`)
  draft.category = Object.hasOwn(psonoTypes, type) ? (psonoTypes[type] ?? null) : null
  draft.title = textOf(at('title')) || textAt(item, 'name')
  draft.notes = textOf(at('notes'))
  const start = `${type}_`
  for (const [key, value] of Object.entries(item))
    if (key.startsWith(start) && !technical.test(key.slice(start.length)) && type !== 'passkey')
      addValue(draft, type, key.slice(start.length), value)
  if (type === 'passkey') {
    addAddress(draft, at('url'))
    // Earlier releases left it out.
    draft.knownBy = { addresses: [] }
    tell(draft, 'PASSKEY_LEFT')
  }
  if (type === 'file') tell(draft, 'ATTACHMENT_MISSING', draft.title)
  addOtp(draft, otpOf(type === 'totp' ? '' : 'totp_', at))
  addConnection(draft, type, textOf(at('host')), textOf(at('port')))
  for (const one of listOf(at('variables')))
    addField(draft, textAt(one, 'key'), 'concealed', valueOf(one, 'value'))
  addCertificate(draft, textOf(at('file_content')))
  for (const field of listOf(valueOf(item, 'custom_fields'))) {
    const isShown = ['text', 'input-text'].includes(textAt(field, 'type'))
    addNamed(draft, textAt(field, 'name'), isShown ? 'text' : 'concealed', valueOf(field, 'value'))
  }
  addField(draft, labels.tags, 'text', listOf(valueOf(item, 'tags')).map(textOf).join(', '))
  addField(draft, 'callback_url', 'text', valueOf(item, 'callback_url'))
  addField(draft, 'callback_user', 'text', valueOf(item, 'callback_user'))
  addField(draft, 'callback_pass', 'concealed', valueOf(item, 'callback_pass'))
}

function addValue(draft: Draft, type: string, key: string, value: unknown): void {
  if (key === 'username' || (key === 'name' && type !== 'environment_variables'))
    return addLogin(draft, value)
  if (key === 'password') return addPassword(draft, value)
  if (key === 'email') return addEmail(draft, value)
  if (key === 'url') return addAddress(draft, value)
  if (key === 'valid_through') return addExpiry(draft, value)
  if (key === 'totp_code' || (type === 'totp' && key === 'code')) return
  const [kind, label] = Object.hasOwn(shapes, key)
    ? (shapes[key] ?? ['concealed', key])
    : ['concealed' as const, key]
  addField(draft, label, kind, typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
}

/** Returns the secret alone, or an address where the settings are not the usual ones. */
function otpOf(start: string, at: (key: string) => unknown): string {
  const secret = textOf(at(`${start}code`))
  const settings = ['algorithm', 'digits', 'period'].flatMap((key) => {
    const text = textOf(at(`${start}${key}`))
    return text === '' ? [] : [[key, text] as const]
  })
  const usual: Readonly<Record<string, string>> = { algorithm: 'SHA1', digits: '6', period: '30' }
  if (secret === '' || settings.every(([key, text]) => usual[key] === text)) return secret
  return `otpauth://totp/?${new URLSearchParams({ secret, ...Object.fromEntries(settings) }).toString()}`
}

const protocols: Readonly<Record<string, string>> = {
  ssh_connection: 'ssh',
  rdp_connection: 'rdp',
  vnc_connection: 'vnc',
}

function addConnection(draft: Draft, type: string, host: string, port: string): void {
  const protocol = protocols[type]
  if (protocol === undefined) {
    addField(draft, labels.host, 'text', host)
    addField(draft, labels.port, 'text', port)
  } else if (host !== '') addAddress(draft, `${protocol}://${host}${port === '' ? '' : `:${port}`}`)
}

/** A certificate of the German tax office stands in the file in hexadecimal. */
function addCertificate(draft: Draft, hex: string): void {
  if (hex === '') return
  const name = 'elster.pfx'
  if (hex.length % 2 === 1 || /[^0-9a-f]/i.test(hex)) return tell(draft, 'ATTACHMENT_MISSING', name)
  draft.files.push({ name, size: hex.length / 2, read: async () => Buffer.from(hex, 'hex') })
}
