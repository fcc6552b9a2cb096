import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { pathOf } from '../csv-row.ts'
import { archivedFile, readArchivedJson } from './archive-files.ts'
import {
  addAddress,
  addDate,
  addExpiry,
  addField,
  addNamed,
  addLogin,
  addOtp,
  addPassword,
  createSourceIds,
  draftEntry,
  type Draft,
  readEntries,
  setPlaces,
  tell,
  tellLeft,
} from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import { found, type ReadResult } from './found.ts'
import {
  beginsWith,
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  textAt,
  textOf,
  valueOf,
} from './json-values.ts'
import type { Archive } from './zip.ts'

const dataName = 'export.json'
const ownKeys = ['$type', 'custom_fields', 'login_url', 'folders', 'schema', 'last_modified']

const isRecord = (value: unknown): boolean =>
  isObject(value) && Object.hasOwn(value, 'title') && ownKeys.some((key) => Object.hasOwn(value, key))
const recordsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : listOf(valueOf(value, 'records'))
const isKeeper = (value: unknown): boolean =>
  beginsWith(recordsOf(value), isRecord) ||
  (isObject(value) && Array.isArray(valueOf(value, 'shared_folders')))

/** Keeper: JSON, alone or in a ZIP with attachments. */
export const keeperJson: Format = {
  id: 'keeper-json',
  name: 'Keeper (JSON, ZIP)',
  family: 'keeper',
  endings: ['.json', '.zip'],
  needs: [],
  recognises: (file) =>
    file.kind === 'json'
      ? isKeeper(file.value)
      : file.kind === 'zip' && file.archive.names.includes(dataName),
  async read(file, reading) {
    if (file.kind === 'json') return readExport(file.value, null, reading)
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    const data = await readArchivedJson(file.archive, dataName, reading.yielder)
    return data.ok ? readExport(data.value, file.archive, reading) : data
  },
}

async function readExport(
  value: unknown,
  archive: Archive | null,
  { yielder }: Reading,
): Promise<ReadResult> {
  if (!isKeeper(value)) return { ok: false, code: 'FORMAT_UNKNOWN' }
  const records = recordsOf(value)
  const titles = new Map(records.map((record) => [textAt(record, 'uid'), textAt(record, 'title')]))
  const sourceIds = createSourceIds()
  const { entries, unreadable } = await readEntries(records, yielder, (record, line) => {
    const draft = draftEntry(line)
    readRecord(draft, record, titles)
    setPlaces(draft, placesOf(record))
    addFiles(draft, listOf(valueOf(record, 'attachments')), archive)
    draft.sourceId = sourceIds(textAt(record, 'uid'))
    return draft
  })
  const folders = listOf(valueOf(value, 'shared_folders')).map((folder, place) => ({
    path: keeperPath(textAt(folder, 'path')),
    description: '',
    line: place + 1,
    sourceId: textAt(folder, 'uid') || null,
  }))
  return found(entries, { unreadable, folders: folders.filter(({ path }) => path.length > 0) })
}

/** Splits a path: a backslash separates, two are one in a name. */
export const keeperPath = (path: string): string[] =>
  pathOf(path.replaceAll('\\\\', '\u0000'), '\\').map((part) => part.replaceAll('\u0000', '\\'))

/** Returns the places of a record, shared folders first: they are where others look for it. */
function placesOf(record: JsonObject): string[][] {
  const places = listOf(valueOf(record, 'folders')).map((folder) => {
    const shared = keeperPath(textAt(folder, 'shared_folder'))
    return { isShared: shared.length > 0, path: [...shared, ...keeperPath(textAt(folder, 'folder'))] }
  })
  return places
    .filter(({ path }) => path.length > 0)
    .toSorted((one, other) => Number(other.isShared) - Number(one.isShared))
    .map(({ path }) => path)
}

const categories: Readonly<Record<string, CategoryKey | null>> = {
  login: null,
  general: null,
  bankCard: 'bankCard',
  bankAccount: 'bankCard',
  databaseCredentials: 'database',
  serverCredentials: 'server',
  sshKeys: 'apiKey',
  wifiCredentials: 'wifi',
  softwareLicense: 'licence',
  pamUser: 'server',
  pamMachine: 'server',
  pamDatabase: 'database',
  pamDirectory: 'server',
}

export const keeperCategoryOf = (type: string): CategoryKey | null =>
  type === '' ? null : Object.hasOwn(categories, type) ? (categories[type] ?? null) : 'other'

function readRecord(draft: Draft, record: JsonObject, titles: ReadonlyMap<string, string>): void {
  draft.title = textAt(record, 'title')
  draft.notes = textAt(record, 'notes')
  draft.category = keeperCategoryOf(textAt(record, '$type'))
  addLogin(draft, valueOf(record, 'login'))
  addPassword(draft, valueOf(record, 'password'))
  addAddress(draft, valueOf(record, 'login_url'))
  const left: string[] = []
  for (const [key, value] of Object.entries(objectOf(valueOf(record, 'custom_fields')))) {
    const field = keeperFieldOf(key)
    for (const one of Array.isArray(value) ? value : [value]) addKeeperField(draft, field, one, left)
  }
  for (const [key, value] of Object.entries(objectOf(valueOf(record, 'references'))))
    for (const uid of Array.isArray(value) ? value : [value]) {
      const { type: kind, label } = keeperFieldOf(key)
      const title = titles.get(textOf(uid)) ?? ''
      // A reference to an attachment names what is told with the attachments.
      if (title === '' && !kind.startsWith('file')) left.push(label || labels.reference)
      addField(draft, label || labels.reference, 'text', title)
    }
  tellLeft(draft, left)
}

/** Reads a key: `$type:label:number`, `$type::number`, or a label alone. */
export function keeperFieldOf(key: string): { type: string; label: string } {
  if (!key.startsWith('$')) return { type: '', label: key }
  const [type = '', ...rest] = key.slice(1).split(':')
  const last = rest.at(-1)
  if (last !== undefined && /^\d+$/.test(last)) rest.pop()
  return { type: type.trim(), label: rest.join(':').trim() }
}

/** Types that Keeper shows, and how each is kept. Any other may be secret. */
const shownTypes = new Set([
  '',
  'text',
  'multiline',
  'email',
  'login',
  'dropdown',
  'checkbox',
  'databaseType',
  'directoryType',
  'wifiEncryption',
  'isSSIDHidden',
])
/** Labels of Keeper's own types, where a field has none. */
const labelsOfTypes: Readonly<Record<string, string>> = {
  email: labels.email,
  login: labels.secondLogin,
  phone: labels.phone,
  address: labels.postalAddress,
  name: labels.name,
  birthDate: labels.birthDate,
  expirationDate: labels.expiry,
  pinCode: labels.pin,
  password: labels.password,
  accountNumber: labels.account,
  licenseNumber: labels.licence,
}

/** Types whose value is an object; a table has it as JSON, or as the line that `writtenParts` reads. */
const objectTypes = new Set([
  'host',
  'pamHostname',
  'keyPair',
  'paymentCard',
  'bankAccount',
  'securityQuestion',
  'name',
  'address',
  'phone',
])

/** Adds a field. @param hasLines the parts of an object may stand in one line */
export function addKeeperField(
  draft: Draft,
  field: { type: string; label: string },
  value: unknown,
  left: string[],
  hasLines = false,
): void {
  if (!objectTypes.has(field.type) || isObject(value)) return addTyped(draft, field, value, left)
  const parsed = parseJson(textOf(value)) ?? (hasLines ? partsOfLine(field.type, textOf(value)) : undefined)
  const objects = (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject)
  for (const one of objects) addTyped(draft, field, one, left)
  // What else a person wrote there: nobody says that it is shown.
  if (objects.length === 0)
    addTyped(draft, { ...field, type: '', label: field.label || field.type }, value, left, true)
}

/** Commander's table has an object's parts in one line. */
const writtenParts: Readonly<Record<string, RegExp>> = {
  host: /^(?<hostName>\S+?)(?::(?<port>\d+))?$/,
  pamHostname: /^(?<hostName>\S+?)(?::(?<port>\d+))?$/,
  paymentCard:
    /^(?<cardNumber>\d{12,19})(?: (?<cardExpirationDate>\d{1,2}\/\d{2,4}))?(?: (?<cardSecurityCode>\d{3,4}))?$/,
  securityQuestion: /^(?<question>[^?]+\?) (?<answer>.+)$/,
}
const partsOfLine = (type: string, line: string): unknown =>
  Object.hasOwn(writtenParts, type) ? writtenParts[type]?.exec(line.trim())?.groups : undefined

function addTyped(
  draft: Draft,
  field: { type: string; label: string },
  value: unknown,
  left: string[],
  isHidden = false,
): void {
  const { type } = field
  const label =
    field.label || (Object.hasOwn(labelsOfTypes, type) ? labelsOfTypes[type] : type) || labels.unnamed
  switch (type) {
    case 'oneTimeCode':
    case 'otp':
      return addOtp(draft, value)
    case 'url':
    case 'rbiUrl':
      return addAddress(draft, value)
    case 'password':
      return addPassword(draft, value, label)
    case 'date':
    case 'birthDate':
    case 'expirationDate':
      return addDate(draft, label, value)
    case 'host':
    case 'pamHostname':
      addField(draft, labels.host, 'text', valueOf(value, 'hostName'))
      return addField(draft, labels.port, 'text', valueOf(value, 'port'))
    case 'keyPair':
      addField(draft, labels.privateKey, 'concealed', valueOf(value, 'privateKey'))
      return addField(draft, labels.publicKey, 'text', valueOf(value, 'publicKey'))
    case 'paymentCard':
      addField(draft, labels.number, 'concealed', valueOf(value, 'cardNumber'))
      addField(draft, labels.code, 'concealed', valueOf(value, 'cardSecurityCode'))
      return addExpiry(draft, valueOf(value, 'cardExpirationDate'))
    case 'bankAccount':
      addField(draft, labels.accountType, 'text', textAt(value, 'otherType') || textAt(value, 'accountType'))
      addField(draft, labels.routing, 'text', valueOf(value, 'routingNumber'))
      return addField(draft, labels.account, 'concealed', valueOf(value, 'accountNumber'))
    case 'securityQuestion':
      return addField(
        draft,
        textAt(value, 'question') || labels.securityQuestion,
        'concealed',
        valueOf(value, 'answer'),
      )
    case 'name':
      return addField(draft, label, 'text', joined(value, ['first', 'middle', 'last'], ' '))
    case 'address':
      return addField(
        draft,
        label,
        'lines',
        joined(value, ['street1', 'street2', 'zip', 'city', 'state', 'country'], '\n'),
      )
    case 'phone':
      return addField(draft, label, 'text', joined(value, ['region', 'number', 'ext'], ' '))
    case 'text':
      // Keeper's cards and networks name their main field so.
      if (field.label === 'cardholderName') return addLogin(draft, value)
      return addNamed(draft, field.label === 'SSID' ? labels.network : label, 'text', value)
    case 'passkey':
      return tell(draft, 'PASSKEY_LEFT')
    case 'appFiller':
    case 'fileRef':
      left.push(label)
      return
    default: {
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)
      return addNamed(draft, label, shownTypes.has(type) && !isHidden ? 'text' : 'concealed', text)
    }
  }
}

const joined = (value: unknown, keys: readonly string[], between: string): string =>
  isObject(value)
    ? keys
        .map((key) => textAt(value, key))
        .filter((text) => text !== '')
        .join(between)
    : textOf(value)

function addFiles(draft: Draft, attachments: readonly unknown[], archive: Archive | null): void {
  const missing: string[] = []
  for (const attachment of attachments) {
    const uid = textAt(attachment, 'file_uid')
    const name = textAt(attachment, 'name') || uid
    const file = archive && archivedFile(archive, `files/${uid}`, name)
    if (file) draft.files.push(file)
    else missing.push(name)
  }
  if (missing.length > 0) tell(draft, 'ATTACHMENT_MISSING', missing.join(', '))
}
