import { readArchivedJson, archivedFile } from './archive-files.ts'
import {
  addAddress,
  addPassword,
  addUnknown,
  createSourceIds,
  draftEntry,
  type Draft,
  momentOf,
  readEntries,
  setFormerPasswords,
  tell,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type Found, type FoundEntry, type FoundFolder } from './found.ts'
import { isObject, type JsonObject, listOf, objectOf, textAt, textOf, valueOf } from './json-values.ts'
import {
  addFormFields,
  addSectionFields,
  addTags,
  categoryOfKind,
  type Kind,
  type SectionField,
  tellPasskey,
} from './onepassword-fields.ts'
import type { Archive } from './zip.ts'

const dataName = 'export.data'
/** Holds the version of the export, and no entry. */
const attributesName = 'export.attributes'

/** 1Password's numbers of kinds; the others are papers. */
const kinds: Readonly<Record<string, Kind>> = {
  '001': 'login',
  '002': 'card',
  '003': 'note',
  '004': 'identity',
  '005': 'password',
  '100': 'licence',
  '101': 'bank',
  '102': 'database',
  '109': 'wifi',
  '110': 'server',
  '111': 'mail',
  '112': 'api',
  '114': 'ssh',
}

type Vault = {
  readonly path: readonly string[]
  readonly account: string
  readonly items: readonly unknown[]
}

/** 1Password 8: a ZIP with all accounts and their attachments. */
export const onePassword1pux: Format = {
  id: '1password-1pux',
  name: '1Password (1PUX)',
  family: '1password',
  endings: ['.1pux'],
  needs: [],
  recognises: (file) => file.kind === 'zip' && file.archive.names.includes(dataName),
  async read(file, { yielder }) {
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    const { archive } = file
    const data = await readArchivedJson(archive, dataName, yielder)
    if (!data.ok) return data
    archive.take(attributesName)
    const vaults = vaultsOf(data.value)
    const titles = titlesOf(vaults)
    const documents = documentsOf(archive)
    const sourceIds = createSourceIds()
    const entries: FoundEntry[] = []
    const unreadable: Found['unreadable'][number][] = []
    const folders: FoundFolder[] = []
    for (const { path, account, items } of vaults) {
      const before = entries.length + unreadable.length
      folders.push({ path, description: '', line: before + 1, sourceId: null })
      const read = await readEntries(items, yielder, (value, line) => {
        const draft = draftEntry(before + line)
        // Older writers wrap the entry, and its attachment beside it.
        const item = isObject(valueOf(value, 'item')) ? objectOf(valueOf(value, 'item')) : value
        draft.path = [...path]
        readItem(draft, item, titles)
        addFiles(draft, item, archive, documents)
        addFile(draft, valueOf(value, 'file'), archive, documents)
        const uuid = textAt(item, 'uuid')
        draft.sourceId = uuid === '' ? null : sourceIds(`${account}/${uuid}`)
        return draft
      })
      entries.push(...read.entries)
      unreadable.push(...read.unreadable.map((one) => ({ ...one, line: before + one.line })))
    }
    return found(entries, { unreadable, folders })
  },
}

/** Returns the vaults of a file; the name of the account is a folder only where there are several. */
function vaultsOf(data: unknown): Vault[] {
  const accounts = listOf(valueOf(data, 'accounts'))
  return accounts.flatMap((account) => {
    const attrs = valueOf(account, 'attrs')
    const name = textAt(attrs, 'accountName') || textAt(attrs, 'name') || textAt(attrs, 'email')
    return listOf(valueOf(account, 'vaults')).map((vault) => ({
      path: [...(accounts.length > 1 ? [name] : []), textAt(valueOf(vault, 'attrs'), 'name')].filter(
        (part) => part !== '',
      ),
      account: textAt(attrs, 'uuid'),
      items: listOf(valueOf(vault, 'items')),
    }))
  })
}

function titlesOf(vaults: readonly Vault[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { items } of vaults)
    for (const item of items) titles.set(textAt(item, 'uuid'), textAt(valueOf(item, 'overview'), 'title'))
  return titles
}

/** Returns the paths of attachments, `files/<id>__<name>`, by the identifiers of their documents. */
function documentsOf(archive: Archive): Map<string, string> {
  const paths = new Map<string, string>()
  for (const name of archive.names) {
    const end = name.indexOf('__')
    if (name.startsWith('files/') && end !== -1) paths.set(name.slice('files/'.length, end), name)
  }
  return paths
}

function readItem(draft: Draft, item: JsonObject, titles: ReadonlyMap<string, string>): void {
  const [overview, details] = [objectOf(valueOf(item, 'overview')), objectOf(valueOf(item, 'details'))]
  const code = textAt(item, 'categoryUuid')
  const kind = (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? (code === '' ? 'login' : 'other')
  draft.title = textAt(overview, 'title')
  draft.category = categoryOfKind[kind]
  draft.notes = textAt(details, 'notesPlain')
  draft.isFavourite = Number(textAt(item, 'favIndex')) > 0
  const state = textAt(item, 'state')
  if (state === 'trashed' || valueOf(item, 'trashed') === true) draft.state = 'binned'
  else if (state === 'archived') draft.state = 'archived'
  const urls = listOf(valueOf(overview, 'urls')).map((url) => textAt(url, 'url'))
  for (const url of new Set([textAt(overview, 'url'), ...urls])) addAddress(draft, url)
  addFormFields(draft, valueOf(details, 'loginFields'), 'fieldType')
  addPassword(draft, valueOf(details, 'password'))
  addSectionFields(draft, kind, sectionFieldsOf(details), titles)
  addTags(draft, valueOf(overview, 'tags'))
  tellPasskey(draft, details)
  // A key that came after this reader.
  addUnknown(draft, details, { known: knownDetails })
  setFormerPasswords(
    draft,
    listOf(valueOf(details, 'passwordHistory')).map((former) => ({
      value: textAt(former, 'value'),
      at: momentOf(Number(textAt(former, 'time')) * 1000),
    })),
  )
}

/** What is read of an entry, and how its form was found in a page. */
const knownDetails = new Set([
  'loginFields',
  'notesPlain',
  'sections',
  'password',
  'passwordHistory',
  'documentAttributes',
  'passkey',
  'htmlMethod',
  'htmlAction',
  'htmlName',
  'htmlId',
  'htmlID',
  'backupKeys',
])

function sectionFieldsOf(details: JsonObject): SectionField[] {
  return listOf(valueOf(details, 'sections')).flatMap((section) =>
    listOf(valueOf(section, 'fields')).flatMap((field) => {
      const given = valueOf(field, 'value')
      const [id, label] = [textAt(field, 'id'), textAt(field, 'title')]
      // A value is an object with one key, its kind. Attachments are read apart.
      const values = isObject(given) ? Object.entries(given) : [['', given] as const]
      return values
        .filter(([kind]) => kind !== 'file')
        .map(([kind, value]) => ({ id, label, section: textAt(section, 'title'), kind, value }))
    }),
  )
}

function addFiles(
  draft: Draft,
  item: JsonObject,
  archive: Archive,
  documents: ReadonlyMap<string, string>,
): void {
  const details = valueOf(item, 'details')
  addFile(draft, valueOf(details, 'documentAttributes'), archive, documents)
  for (const section of listOf(valueOf(details, 'sections')))
    for (const field of listOf(valueOf(section, 'fields')))
      addFile(draft, valueOf(valueOf(field, 'value'), 'file'), archive, documents)
}

function addFile(
  draft: Draft,
  file: unknown,
  archive: Archive,
  documents: ReadonlyMap<string, string>,
): void {
  if (!isObject(file)) return
  const name = textOf(valueOf(file, 'fileName'))
  const path = documents.get(textAt(file, 'documentId'))
  const attached = path === undefined ? null : archivedFile(archive, path, name)
  if (attached) draft.files.push(attached)
  else tell(draft, 'ATTACHMENT_MISSING', name)
}
