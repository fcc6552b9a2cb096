import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { archivedFile, readArchivedJson } from './archive-files.ts'
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
  addUnknown,
  createSourceIds,
  draftEntry,
  type Draft,
  folderPaths,
  readEntries,
  tell,
  tellLeft,
} from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import {
  found,
  type Found,
  type FoundEntry,
  type FoundFieldKind,
  type FoundFolder,
  type ReadResult,
} from './found.ts'
import { isObject, type JsonObject, listOf, objectOf, textAt, textOf, valueOf } from './json-values.ts'
import type { Archive } from './zip.ts'

const folder = 'Proton Pass/'
const [dataName, sealedName] = [`${folder}data.json`, `${folder}data.pgp`]

const isProton = (value: unknown): boolean => {
  const vaults = valueOf(value, 'vaults')
  return (
    isObject(vaults) &&
    (Object.hasOwn(objectOf(value), 'userId') || Object.hasOwn(objectOf(value), 'version'))
  )
}

/** Proton Pass: JSON, alone or in a ZIP with attachments. */
export const proton: Format = {
  id: 'proton-json',
  name: 'Proton Pass (JSON, ZIP)',
  family: 'proton',
  endings: ['.json', '.zip'],
  needs: [],
  recognises: (file) =>
    file.kind === 'json'
      ? isProton(file.value)
      : file.kind === 'zip' && file.archive.names.some((name) => name === dataName || name === sealedName),
  async read(file, reading) {
    if (file.kind === 'json') return readExport(file.value, null, reading)
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    if (!file.archive.names.includes(dataName)) return { ok: false, code: 'PGP_FILE' }
    const data = await readArchivedJson(file.archive, dataName, reading.yielder)
    return data.ok ? readExport(data.value, file.archive, reading) : data
  },
}

async function readExport(
  value: unknown,
  archive: Archive | null,
  { yielder }: Reading,
): Promise<ReadResult> {
  if (!isProton(value)) return { ok: false, code: 'FORMAT_UNKNOWN' }
  if (valueOf(value, 'encrypted') === true) return { ok: false, code: 'EXPORT_ENCRYPTED' }
  const sourceIds = createSourceIds()
  const entries: FoundEntry[] = []
  const unreadable: Found['unreadable'][number][] = []
  const folders: FoundFolder[] = []
  for (const vault of Object.values(objectOf(valueOf(value, 'vaults')))) {
    const before = entries.length + unreadable.length
    const root = [textAt(vault, 'name')].filter((name) => name.trim() !== '')
    const paths = folderPaths(
      listOf(valueOf(vault, 'folders')).map((one) => ({
        id: textAt(one, 'folderId'),
        parent: textAt(one, 'parentFolderId'),
        name: textAt(one, 'name'),
      })),
    )
    if (paths === null) return { ok: false, code: 'TOO_DEEP' }
    const line = before + 1
    folders.push({ path: root, description: textAt(vault, 'description'), line, sourceId: null })
    for (const [id, path] of paths)
      folders.push({ path: [...root, ...path], description: '', line, sourceId: id || null })
    const read = await readEntries(listOf(valueOf(vault, 'items')), yielder, (item, place) => {
      const draft = draftEntry(before + place)
      draft.path = [...root, ...(paths.get(textAt(item, 'folderId')) ?? [])]
      readItem(draft, item)
      addFiles(draft, listOf(valueOf(item, 'files')), archive)
      const [share, id] = [textAt(item, 'shareId'), textAt(item, 'itemId')]
      draft.sourceId = id === '' ? null : sourceIds(`${share}/${id}`)
      return draft
    })
    entries.push(...read.entries)
    unreadable.push(...read.unreadable.map((one) => ({ ...one, line: before + one.line })))
  }
  return found(entries, { unreadable, folders: folders.filter(({ path }) => path.length > 0) })
}

const categories: Readonly<Record<string, CategoryKey | null>> = {
  login: null,
  note: 'other',
  creditCard: 'bankCard',
  identity: 'other',
  alias: 'other',
  sshKey: 'apiKey',
  wifi: 'wifi',
  custom: 'other',
}

/** Proton's state of what lies in its trash. */
const binnedState = 2

function readItem(draft: Draft, item: JsonObject): void {
  const data = objectOf(valueOf(item, 'data'))
  const [metadata, content] = [objectOf(valueOf(data, 'metadata')), objectOf(valueOf(data, 'content'))]
  const type = textAt(data, 'type')
  draft.title = textAt(metadata, 'name')
  draft.notes = textAt(metadata, 'note')
  draft.isFavourite = valueOf(item, 'pinned') === true
  if (valueOf(item, 'state') === binnedState) draft.state = 'binned'
  draft.category = Object.hasOwn(categories, type) ? (categories[type] ?? null) : null
  if (type === 'login') readLogin(draft, content)
  else if (type === 'creditCard') readCard(draft, content)
  else if (type === 'identity') readIdentity(draft, content)
  else if (type === 'sshKey') {
    addField(draft, labels.privateKey, 'concealed', valueOf(content, 'privateKey'))
    addField(draft, labels.publicKey, 'text', valueOf(content, 'publicKey'))
  } else if (type === 'wifi') {
    addPassword(draft, valueOf(content, 'password'))
    addField(draft, labels.network, 'text', valueOf(content, 'ssid'))
    addField(draft, labels.security, 'text', securityOf(valueOf(content, 'security')))
  } else if (!Object.hasOwn(categories, type)) addUnknown(draft, content, { known: new Set(['sections']) })
  addEmail(draft, valueOf(item, 'aliasEmail'))
  addExtraFields(draft, valueOf(data, 'extraFields'))
  addSections(draft, valueOf(content, 'sections'))
  const apps = listOf(valueOf(valueOf(valueOf(data, 'platformSpecific'), 'android'), 'allowedApps'))
  for (const app of apps) addField(draft, labels.application, 'text', valueOf(app, 'packageName'))
}

/** How a browser may use an address: `2` is never. */
const neverMode = 2

function readLogin(draft: Draft, content: JsonObject): void {
  // Before version 1.18 there was one name.
  addLogin(draft, textAt(content, 'itemUsername') || textAt(content, 'username'))
  addEmail(draft, valueOf(content, 'itemEmail'))
  addPassword(draft, valueOf(content, 'password'))
  addOtp(draft, valueOf(content, 'totpUri'))
  const further = listOf(valueOf(content, 'autofillUrls'))
  const used = further.filter((url) => valueOf(url, 'mode') !== neverMode).map((url) => textAt(url, 'url'))
  for (const url of new Set([...listOf(valueOf(content, 'urls')).map(textOf), ...used]))
    addAddress(draft, url)
  tellLeft(
    draft,
    further.filter((url) => valueOf(url, 'mode') === neverMode).map((url) => textAt(url, 'url')),
  )
  if (listOf(valueOf(content, 'passkeys')).length > 0) tell(draft, 'PASSKEY_LEFT')
}

/** Proton's numbers of networks of cards; the others name none. */
const brands: Readonly<Record<string, string>> = { 2: 'Visa', 3: 'Mastercard', 4: 'American Express' }

export function readCard(draft: Draft, content: JsonObject): void {
  addLogin(draft, valueOf(content, 'cardholderName'))
  addField(draft, labels.number, 'concealed', valueOf(content, 'number'))
  addField(draft, labels.code, 'concealed', valueOf(content, 'verificationNumber'))
  addField(draft, labels.pin, 'concealed', valueOf(content, 'pin'))
  addExpiry(draft, valueOf(content, 'expirationDate'))
  addField(draft, labels.brand, 'text', brands[textAt(content, 'cardType')])
}

const security: Readonly<Record<string, string>> = { 1: 'WPA', 2: 'WPA2', 3: 'WPA3', 4: 'WEP' }
const securityOf = (value: unknown): string =>
  typeof value === 'number' ? (security[String(value)] ?? '') : textOf(value)

const identity: readonly (readonly [key: string, kind: FoundFieldKind, label: string])[] = [
  ['fullName', 'text', labels.name],
  ['firstName', 'text', labels.firstName],
  ['middleName', 'text', labels.middleName],
  ['lastName', 'text', labels.lastName],
  ['phoneNumber', 'text', labels.phone],
  ['birthdate', 'text', labels.birthDate],
  ['gender', 'text', labels.sex],
  ['organization', 'text', labels.company],
  ['streetAddress', 'text', labels.postalAddress],
  ['floor', 'text', labels.floor],
  ['zipOrPostalCode', 'text', labels.postalCode],
  ['city', 'text', labels.city],
  ['county', 'text', labels.county],
  ['stateOrProvince', 'text', labels.state],
  ['countryOrRegion', 'text', labels.country],
  ['socialSecurityNumber', 'concealed', labels.socialSecurity],
  ['passportNumber', 'concealed', labels.passport],
  ['licenseNumber', 'concealed', labels.drivingLicence],
  ['website', 'address', labels.website],
  ['xHandle', 'text', 'X'],
  ['secondPhoneNumber', 'text', labels.secondPhone],
  ['linkedin', 'text', 'LinkedIn'],
  ['reddit', 'text', 'Reddit'],
  ['facebook', 'text', 'Facebook'],
  ['yahoo', 'text', 'Yahoo'],
  ['instagram', 'text', 'Instagram'],
  ['company', 'text', labels.company],
  ['jobTitle', 'text', labels.jobTitle],
  ['personalWebsite', 'address', labels.website],
  ['workPhoneNumber', 'text', labels.workPhone],
  ['workEmail', 'text', labels.workEmail],
]

export function readIdentity(draft: Draft, content: JsonObject): void {
  addEmail(draft, valueOf(content, 'email'))
  for (const [key, kind, label] of identity) addField(draft, label, kind, valueOf(content, key))
  for (const key of [
    'extraPersonalDetails',
    'extraAddressDetails',
    'extraContactDetails',
    'extraWorkDetails',
  ])
    addExtraFields(draft, valueOf(content, key))
  addSections(draft, valueOf(content, 'extraSections'))
}

function addSections(draft: Draft, sections: unknown): void {
  for (const section of listOf(sections))
    addExtraFields(draft, valueOf(section, 'sectionFields'), textAt(section, 'sectionName'))
}

function addExtraFields(draft: Draft, fields: unknown, section = ''): void {
  for (const field of listOf(fields)) {
    const [name, type, data] = [textAt(field, 'fieldName'), textAt(field, 'type'), valueOf(field, 'data')]
    const label = section === '' ? name : labels.section(section, name)
    if (type === 'totp') addOtp(draft, valueOf(data, 'totpUri'))
    else if (type === 'timestamp') addDate(draft, label, timestampOf(valueOf(data, 'timestamp')))
    else addNamed(draft, label, type === 'text' ? 'text' : 'concealed', valueOf(data, 'content'))
  }
}

/** @param value ISO 8601, or the two numbers of the protocol: `{ seconds, nanos }` */
const timestampOf = (value: unknown): unknown =>
  isObject(value) ? Number(textAt(value, 'seconds')) * 1000 : value

function addFiles(draft: Draft, names: readonly unknown[], archive: Archive | null): void {
  const missing: string[] = []
  for (const value of names) {
    const name = textOf(value)
    const file =
      archive && archivedFile(archive, `${folder}files/${name.replaceAll(/[/\\]/g, '_')}`, nameOf(name))
    if (file) draft.files.push(file)
    else missing.push(nameOf(name))
  }
  if (missing.length > 0) tell(draft, 'ATTACHMENT_MISSING', missing.join(', '))
}

/** The shortest identifier that Proton puts into the name of a file, before its ending. */
const idLength = 16

/** Returns the name of a file as people gave it: `contrat.<id>.pdf` was `contrat.pdf`. */
function nameOf(name: string): string {
  const parts = name.split('.')
  const isId = (part: string | undefined): boolean =>
    part !== undefined && part.length >= idLength && /^[\w=-]+$/.test(part)
  if (parts.length > 2 && isId(parts.at(-2))) return [...parts.slice(0, -2), parts.at(-1)].join('.')
  return parts.length > 1 && isId(parts.at(-1)) ? parts.slice(0, -1).join('.') : name
}
