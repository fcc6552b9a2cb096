import type { CategoryKey } from '#domain/platform/categories.ts'
import { isDate } from '#domain/vault/extra-fields.ts'
import { categoryNamed } from '#texts/platform/categories.ts'
import { bitwardenLabels, fieldLabels } from '#texts/vault/import-formats.ts'
import { partsOf } from '../csv-row.ts'
import { archivedFile, readArchivedJson } from './archive-files.ts'
import { openBitwardenJson } from './bitwarden-crypto.ts'
import { bitwardenShapes, slashInName, type Shape } from './bitwarden-shapes.ts'
import {
  addAddress,
  addDate,
  addEmail,
  addField,
  addNamed,
  addLogin,
  addOtp,
  addPassword,
  addUnknown,
  createSourceIds,
  draftEntry,
  type Draft,
  momentOf,
  monthEnd,
  readEntries,
  setFormerPasswords,
  setPlaces,
  tell,
  tellLeft,
} from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import { found, type FoundFolder, type ReadResult } from './found.ts'
import {
  beginsWith,
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  textAt,
  textOf,
  valueOf,
} from './json-values.ts'
import { parseJsonPaced } from './paced-json.ts'
import type { Sniffed } from './sniff.ts'
import type { Archive } from './zip.ts'

/** Entries that decide whether a file without a mark of its own is one of Bitwarden. */
/** Keys that only Bitwarden's entries have. */
const ownKeys = [
  'login',
  'secureNote',
  'card',
  'identity',
  'sshKey',
  'organizationId',
  'folderId',
  'reprompt',
]

const isItem = (value: unknown): boolean =>
  isObject(value) && Object.hasOwn(value, 'name') && ownKeys.some((key) => Object.hasOwn(value, key))

const isItemList = (value: unknown): boolean => beginsWith(value, isItem)

/** An export in clear, one that is encrypted, and the list of `bw list items`. */
function isBitwarden(value: unknown): boolean {
  if (!isObject(value)) return isItemList(value)
  if (valueOf(value, 'encrypted') === true) return Object.hasOwn(value, 'encKeyValidation_DO_NOT_EDIT')
  if (!Array.isArray(valueOf(value, 'items'))) return false
  return valueOf(value, 'encrypted') === false || isItemList(valueOf(value, 'items'))
}

const dataName = 'data.json'
/** The key `generator` of what Trousseau exports; Bitwarden has no such key, and ignores it. */
export const ownGenerator = 'Trousseau'

/** Bitwarden and Vaultwarden: JSON in clear or protected by a password, of a person or an organisation, and ZIP. */
export const bitwarden: Format = {
  id: 'bitwarden-json',
  name: 'Bitwarden, Vaultwarden (JSON, ZIP)',
  family: 'bitwarden',
  endings: ['.json', '.zip'],
  needs: ['password'],
  recognises: (file: Sniffed) =>
    file.kind === 'json'
      ? isBitwarden(file.value)
      : file.kind === 'zip' && file.archive.names.includes(dataName),
  async read(file, reading) {
    if (file.kind === 'json') return readExport(file.value, null, reading)
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    const data = await readArchivedJson(file.archive, dataName, reading.yielder)
    return data.ok ? readExport(data.value, file.archive, reading) : data
  },
}

async function readExport(value: unknown, archive: Archive | null, reading: Reading): Promise<ReadResult> {
  if (!isBitwarden(value)) return { ok: false, code: 'FORMAT_UNKNOWN' }
  if (!isObject(value)) return readVault({ items: value }, archive, reading)
  if (valueOf(value, 'encrypted') !== true) return readVault(value, archive, reading)
  if (valueOf(value, 'passwordProtected') !== true) return { ok: false, code: 'EXPORT_ENCRYPTED' }
  if (reading.password === null) return { ok: false, code: 'FILE_PASSWORD_NEEDED' }
  const opened = await openBitwardenJson(value, reading.password)
  if (!opened.ok) return opened
  const inner = await parseJsonPaced(opened.text, reading.yielder)
  if (!isObject(inner) || !Array.isArray(valueOf(inner, 'items')))
    return { ok: false, code: 'CONTENT_BROKEN' }
  return valueOf(inner, 'encrypted') === true
    ? { ok: false, code: 'EXPORT_ENCRYPTED' }
    : readVault(inner, archive, reading)
}

async function readVault(
  vault: JsonObject,
  archive: Archive | null,
  { yielder }: Reading,
): Promise<ReadResult> {
  const isOwn = textAt(vault, 'generator') === ownGenerator
  const collections = foldersOf(valueOf(vault, 'collections'))
  const folders = foldersOf(valueOf(vault, 'folders'))
  const attachments = attachmentsOf(archive)
  const sourceIds = createSourceIds()
  const { entries, unreadable } = await readEntries(
    listOf(valueOf(vault, 'items')),
    yielder,
    (item, line) => {
      const draft = draftEntry(line)
      readItem(draft, item, isOwn)
      const places = [
        ...listOf(valueOf(item, 'collectionIds')).map((id) => collections.paths.get(textOf(id))),
        folders.paths.get(textAt(item, 'folderId')),
      ].filter((path) => path !== undefined)
      setPlaces(draft, places)
      addFiles(draft, item, archive, attachments)
      draft.sourceId = sourceIds(textAt(item, 'id'))
      return draft
    },
  )
  return found(entries, { unreadable, folders: [...collections.found, ...folders.found] })
}

/** Reads folders or collections: a `/` in a name is the only nesting. Two of one path are one. */
function foldersOf(list: unknown): { paths: Map<string, readonly string[]>; found: FoundFolder[] } {
  const paths = new Map<string, readonly string[]>()
  const byName = new Map<string, FoundFolder>()
  for (const [place, folder] of listOf(list).entries()) {
    const [id, name] = [textAt(folder, 'id'), textAt(folder, 'name')]
    const path = partsOf(name, '/').map((part) => part.replaceAll(slashInName, '/'))
    if (path.length === 0) continue
    paths.set(id, path)
    const key = path.join('/')
    if (!byName.has(key))
      byName.set(key, { path, description: '', line: place + 1, sourceId: id === '' ? null : id })
  }
  return { paths, found: [...byName.values()] }
}

/** Returns the paths of attachments in the archive, by the identifier of their entry. */
function attachmentsOf(archive: Archive | null): Map<string, string[]> {
  const byItem = new Map<string, string[]>()
  for (const name of archive?.names ?? []) {
    const [folder, id, ...rest] = name.split('/')
    if (folder !== 'attachments' || id === undefined || rest.length === 0) continue
    const paths = byItem.get(id)
    if (paths) paths.push(name)
    else byItem.set(id, [name])
  }
  return byItem
}

function addFiles(
  draft: Draft,
  item: JsonObject,
  archive: Archive | null,
  attachments: ReadonlyMap<string, readonly string[]>,
): void {
  const paths = attachments.get(textAt(item, 'id')) ?? []
  for (const path of paths) {
    const file = archive && archivedFile(archive, path, path.split('/').slice(2).join('/'))
    if (file) draft.files.push(file)
  }
  const names = listOf(valueOf(item, 'attachments')).map((file) => textAt(file, 'fileName'))
  const missing = names.filter((name) => name !== '' && !draft.files.some((file) => file.name === name))
  if (missing.length > 0) tell(draft, 'ATTACHMENT_MISSING', missing.join(', '))
}

/** Categories by Bitwarden's types. */
const categories: Readonly<Record<string, CategoryKey | null>> = {
  1: null,
  2: 'other',
  3: 'bankCard',
  4: 'other',
  5: 'apiKey',
  6: 'bankCard',
  7: 'other',
  8: 'other',
}

/** What entries without a type are, in the exports of early versions, by the key that they have. */
const typesByKey = { login: '1', card: '3', identity: '4', sshKey: '5' } as const

function typeOf(item: JsonObject): string {
  const type = textAt(item, 'type')
  if (type !== '') return type
  const [, byKey] = Object.entries(typesByKey).find(([key]) => isObject(valueOf(item, key))) ?? []
  return byKey ?? '2'
}

function readItem(draft: Draft, item: JsonObject, isOwn: boolean): void {
  draft.title = textAt(item, 'name')
  draft.notes = textAt(item, 'notes')
  draft.isFavourite = valueOf(item, 'favorite') === true
  const type = typeOf(item)
  draft.category = Object.hasOwn(categories, type) ? (categories[type] ?? null) : null
  if (textAt(item, 'deletedDate') !== '') draft.state = 'binned'
  else if (textAt(item, 'archivedDate') !== '') draft.state = 'archived'
  readLogin(draft, objectOf(valueOf(item, 'login')))
  for (const [key, shape] of Object.entries(bitwardenShapes))
    readShape(draft, objectOf(valueOf(item, key)), shape)
  readCardExpiry(draft, objectOf(valueOf(item, 'card')))
  const left = readFields(draft, listOf(valueOf(item, 'fields')), isOwn)
  if (valueOf(item, 'reprompt') === 1) left.push(bitwardenLabels.reprompt)
  tellLeft(draft, left)
  setFormerPasswords(
    draft,
    listOf(valueOf(item, 'passwordHistory')).map((former) => ({
      value: textAt(former, 'password'),
      at: momentOf(valueOf(former, 'lastUsedDate')),
    })),
  )
  // A type that came after this reader: nothing of it is lost, and all of it may be secret.
  if (!Object.hasOwn(categories, type))
    for (const [key, value] of Object.entries(item))
      if (isObject(value) && !ownKeys.includes(key) && !Object.hasOwn(bitwardenShapes, key))
        addUnknown(draft, value, { known: new Set() })
}

function readLogin(draft: Draft, login: JsonObject): void {
  addLogin(draft, valueOf(login, 'username'))
  addPassword(draft, valueOf(login, 'password'))
  addOtp(draft, valueOf(login, 'totp'))
  // The first exports of all had one address.
  addAddress(draft, valueOf(login, 'uri'))
  for (const uri of listOf(valueOf(login, 'uris'))) addAddress(draft, valueOf(uri, 'uri'))
  if (listOf(valueOf(login, 'fido2Credentials')).length > 0) tell(draft, 'PASSKEY_LEFT')
  // A key that came after this reader.
  addUnknown(draft, login, { known: knownLogin })
}

/** What is read of a login, and what the program notes about it. */
const knownLogin = new Set([
  'username',
  'password',
  'totp',
  'uri',
  'uris',
  'fido2Credentials',
  'passwordRevisionDate',
  'autofillOnPageLoad',
])

function readShape(draft: Draft, values: JsonObject, shape: Shape): void {
  for (const [key, how, label] of shape) {
    const value = valueOf(values, key)
    if (how === 'login') addLogin(draft, value, label)
    else if (how === 'email') addEmail(draft, value, label)
    else if (how === 'date') addDate(draft, label, value)
    else addField(draft, label, how, value)
  }
  // A key that came after this reader.
  addUnknown(draft, values, { known: new Set([...shape.map(([key]) => key), ...cardMonth]) })
}

/** The expiry of a card, read apart. */
const cardMonth = ['expMonth', 'expYear'] as const

function readCardExpiry(draft: Draft, card: JsonObject): void {
  const [month = '', year = ''] = cardMonth.map((key) => textAt(card, key))
  if (month === '' && year === '') return
  const text = [month, year].filter((part) => part !== '').join('/')
  const day = monthEnd(text)
  addField(draft, fieldLabels.expiry, day === null ? 'text' : 'date', day ?? text)
}

/**
 * Adds a person's own field; outer blanks, of a long text for example, belong to its value.
 * @param isOwn Trousseau wrote the file: what is shown in it was shown there
 */
function addOwn(
  draft: Draft,
  { label, kind, text }: { label: string; kind: 'text' | 'concealed'; text: string },
  isOwn: boolean,
): void {
  const add = isOwn ? addField : addNamed
  add(draft, label, kind, text)
  const added = draft.fields.at(-1)
  if (added && kind === 'text' && text !== text.trim())
    draft.fields.splice(-1, 1, { ...added, isExact: true })
}

/** Reads a person's own fields. @returns the names of those that only point to another field */
function readFields(draft: Draft, fields: readonly unknown[], isOwn: boolean): string[] {
  const left: string[] = []
  // Trousseau's own export writes them last: an earlier one of that name is a field of the item.
  const lastOf = (name: string): unknown => fields.findLast((field) => textAt(field, 'name') === name)
  const [categoryField, renewalField] = [lastOf(bitwardenLabels.category), lastOf(bitwardenLabels.renewal)]
  for (const field of fields) {
    const [name, value, type] = [textAt(field, 'name'), valueOf(field, 'value'), valueOf(field, 'type')]
    const category = field === categoryField ? categoryNamed(textOf(value)) : null
    if (category !== null) draft.category = category
    else if (field === renewalField && isDate(textOf(value))) draft.renewal = textOf(value)
    else if (type === 3) left.push(bitwardenLabels.linked(name))
    else if (type === 2)
      addField(draft, name, 'text', textOf(value) === 'true' ? fieldLabels.yes : fieldLabels.no)
    else {
      const kind = type === 0 || type === undefined ? 'text' : 'concealed'
      addOwn(draft, { label: name, kind, text: textOf(value) }, isOwn)
    }
  }
  return left
}
