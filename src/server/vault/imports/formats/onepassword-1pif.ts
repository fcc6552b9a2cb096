import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { fieldLabels } from '#texts/vault/import-formats.ts'
import { archivedFile, readArchivedText } from './archive-files.ts'
import {
  addAddress,
  addLogin,
  addPassword,
  addUnknown,
  createSourceIds,
  draftEntry,
  type Draft,
  folderPaths,
  momentOf,
  setFormerPasswords,
} from './entry-draft.ts'
import type { Format, Reading } from './format.ts'
import { found, type Found, type FoundEntry, type FoundFolder, type ReadResult } from './found.ts'
import {
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  textAt,
  textOf,
  valueOf,
} from './json-values.ts'
import {
  addFormFields,
  addSectionFields,
  addTags,
  categoryOfKind,
  type Kind,
  type SectionField,
} from './onepassword-fields.ts'
import type { Archive } from './zip.ts'

/** Names of kinds, without their country: `wallet.financial.BankAccountUS`. */
const kinds: readonly (readonly [start: string, kind: Kind])[] = [
  ['webforms.WebForm', 'login'],
  ['wallet.financial.CreditCard', 'card'],
  ['wallet.financial.BankAccount', 'bank'],
  ['securenotes.SecureNote', 'note'],
  ['identities.Identity', 'identity'],
  ['passwords.Password', 'password'],
  ['wallet.computer.License', 'licence'],
  ['wallet.computer.Database', 'database'],
  ['wallet.computer.Router', 'wifi'],
  ['wallet.computer.UnixServer', 'server'],
  ['wallet.onlineservices.Email', 'mail'],
  ['wallet.onlineservices', 'login'],
  ['112', 'api'],
  ['114', 'ssh'],
]

const folderType = 'system.folder.Regular'
/** What is no entry: searches that people saved, and marks of what they deleted. */
const isSystem = (type: string): boolean => type.startsWith('system.') && type !== folderType
const dataPath = /^(?<folder>(?:[^/]+\/)*)data\.1pif$/

/** 1Password 4 to 7: lines of JSON, alone or in a folder with its attachments. */
export const onePassword1pif: Format = {
  id: '1password-1pif',
  name: '1Password (1PIF)',
  family: '1password',
  endings: ['.1pif', '.zip'],
  needs: [],
  recognises: (file) =>
    file.kind === '1pif' || (file.kind === 'zip' && file.archive.names.some((name) => dataPath.test(name))),
  async read(file, reading) {
    if (file.kind === '1pif') return readLines(file.text, null, '', reading)
    if (file.kind !== 'zip') return { ok: false, code: 'FORMAT_OTHER' }
    const path = file.archive.names.find((name) => dataPath.test(name)) ?? ''
    const data = await readArchivedText(file.archive, path)
    const folder = dataPath.exec(path)?.groups?.['folder'] ?? ''
    return data.ok ? readLines(data.text, file.archive, folder, reading) : data
  },
}

/** Lines of one file: the program writes two for each entry. */
const mostLines = 20 * limits.entries

/** Yields the lines of a text one by one: a file may have sixteen millions. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(from, end.index)
    from = end.index + end[0].length
  }
  yield text.slice(from)
}

async function readLines(
  text: string,
  archive: Archive | null,
  folder: string,
  { yielder }: Reading,
): Promise<ReadResult> {
  const values: { readonly line: number; readonly value: JsonObject }[] = []
  const unreadable: Found['unreadable'][number][] = []
  let number = 0
  for (const content of linesOf(text)) {
    number += 1
    const pause = yielder.step(8)
    if (pause) await pause
    if (number > mostLines) return { ok: false, code: 'TOO_MANY' }
    const line = content.trim()
    if (line === '' || /^\*\*\*[0-9a-f-]+\*\*\*$/i.test(line)) continue
    // Folders, entries, and what is neither: each at most as many as a file may have entries.
    if (values.length + unreadable.length > 3 * limits.entries) return { ok: false, code: 'TOO_MANY' }
    const value = parseJson(line)
    if (isObject(value)) values.push({ line: number, value })
    else unreadable.push({ line: number, name: '', note: { reason: 'ENTRY_UNREADABLE' } })
  }
  const parts = values.filter(({ value }) => textAt(value, 'typeName') === folderType)
  const paths = folderPaths(
    parts.map(({ value }) => ({
      id: textAt(value, 'uuid'),
      parent: parentOf(value),
      name: textAt(value, 'title'),
    })),
  )
  if (paths === null) return { ok: false, code: 'TOO_DEEP' }
  const folders: FoundFolder[] = parts.map(({ line, value }) => ({
    path: paths.get(textAt(value, 'uuid')) ?? [],
    description: '',
    line,
    sourceId: textAt(value, 'uuid') || null,
  }))
  const attachments = attachmentsOf(archive, folder)
  const sourceIds = createSourceIds()
  const entries: FoundEntry[] = []
  let blankRows = 0
  for (const { line, value } of values) {
    const pause = yielder.step(8)
    if (pause) await pause
    const type = textAt(value, 'typeName')
    if (type === folderType) continue
    if (isSystem(type)) {
      blankRows += 1
      continue
    }
    const draft = draftEntry(line)
    draft.path = [...(paths.get(parentOf(value)) ?? [])]
    readItem(draft, value, type)
    for (const path of attachments.get(textAt(value, 'uuid')) ?? []) {
      const file = archive && archivedFile(archive, path, path.slice(path.lastIndexOf('/') + 1))
      if (file) draft.files.push(file)
    }
    draft.sourceId = sourceIds(textAt(value, 'uuid'))
    entries.push(draft)
  }
  return found(entries, { unreadable, folders, blankRows })
}

const parentOf = (value: JsonObject): string =>
  textAt(value, 'folderUuid') || textAt(valueOf(value, 'openContents'), 'folderUuid')

/** Returns the paths of attachments, `attachments/<uuid>/<name>`, by the identifiers of their entries. */
function attachmentsOf(archive: Archive | null, folder: string): Map<string, string[]> {
  const byItem = new Map<string, string[]>()
  const start = `${folder}attachments/`
  for (const name of archive?.names ?? []) {
    if (!name.startsWith(start)) continue
    const [uuid = ''] = name.slice(start.length).split('/')
    const paths = byItem.get(uuid)
    if (paths) paths.push(name)
    else byItem.set(uuid, [name])
  }
  return byItem
}

/** Keys of the contents that are read by name, or that only the program itself needs. */
const knownKeys = new Set([
  'notesPlain',
  'URL',
  'fields',
  'sections',
  'URLs',
  'passwordHistory',
  'password',
  'username',
  'htmlForm',
  'htmlMethod',
  'htmlAction',
  'htmlID',
  'htmlName',
  'backupKeys',
])

function readItem(draft: Draft, item: JsonObject, type: string): void {
  // 1Password for Windows wrote the two parts of its vaults instead.
  const overview = objectOf(valueOf(item, 'overview'))
  const contents = objectOf(valueOf(item, 'secureContents') ?? valueOf(item, 'details'))
  const open = objectOf(valueOf(item, 'openContents'))
  const kind = kinds.find(([start]) => type.startsWith(start))?.[1] ?? (type === '' ? 'login' : 'other')
  draft.title = textAt(item, 'title') || textAt(overview, 'title')
  draft.category = categoryOfKind[kind]
  draft.notes = textAt(contents, 'notesPlain')
  draft.isFavourite = [item, open].some((part) => Number(textAt(part, 'faveIndex')) > 0)
  if (valueOf(item, 'trashed') === true) draft.state = 'binned'
  const urls = [...listOf(valueOf(contents, 'URLs')), ...listOf(valueOf(overview, 'URLs'))]
  const addresses = urls.map((url) => textAt(url, 'url') || textAt(url, 'u'))
  for (const address of new Set([
    ...addresses,
    textAt(item, 'location'),
    textAt(contents, 'URL'),
    textAt(overview, 'url'),
  ]))
    addAddress(draft, address)
  addFormFields(draft, valueOf(contents, 'fields'), 'type')
  addLogin(draft, valueOf(contents, 'username'))
  addPassword(draft, valueOf(contents, 'password'))
  addSectionFields(draft, kind, sectionFieldsOf(contents), new Map())
  addFlat(draft, kind, contents)
  const tags = [valueOf(open, 'tags'), valueOf(item, 'tags'), valueOf(overview, 'tags')]
  addTags(draft, tags.find(Array.isArray))
  setFormerPasswords(
    draft,
    listOf(valueOf(contents, 'passwordHistory')).map((former) => ({
      value: textAt(former, 'value'),
      at: momentOf(Number(textAt(former, 'time')) * 1000),
    })),
  )
}

function sectionFieldsOf(contents: JsonObject): SectionField[] {
  return listOf(valueOf(contents, 'sections')).flatMap((section) =>
    listOf(valueOf(section, 'fields')).map((field) => ({
      id: textAt(field, 'n'),
      label: textAt(field, 't'),
      section: textAt(section, 'title'),
      kind: textAt(field, 'k') || 'concealed',
      value: valueOf(field, 'v'),
    })),
  )
}

/** 1Password 3 kept everything but forms as keys of the contents. */
function addFlat(draft: Draft, kind: Kind, contents: JsonObject): void {
  const inSections = new Map(sectionFieldsOf(contents).map(({ id, value }) => [id, textOf(value)]))
  const main = { card: 'cardholder', licence: 'reg_name' } as Partial<Record<Kind, string>>
  const login = main[kind]
  // Later versions repeat here what their sections hold.
  const isRepeated = (key: string): boolean =>
    inSections.has(key) && inSections.get(key) === textAt(contents, key)
  const used = new Set([...knownKeys, ...Object.keys(contents).filter(isRepeated)])
  if (login !== undefined) {
    addLogin(draft, valueOf(contents, login))
    used.add(login)
  }
  if (kind === 'licence') {
    addPassword(draft, valueOf(contents, 'reg_code'))
    used.add('reg_code')
  }
  const [month, year] = [textAt(contents, 'expiry_mm'), textAt(contents, 'expiry_yy')]
  if (month !== '' && year !== '' && !inSections.has('expiry')) {
    addSectionFields(
      draft,
      'other',
      [
        {
          id: 'expiry',
          label: fieldLabels.expiry,
          section: '',
          kind: 'monthYear',
          value: `${year}${month.padStart(2, '0')}`,
        },
      ],
      new Map(),
    )
  }
  if (month !== '' && year !== '') used.add('expiry_mm').add('expiry_yy')
  addUnknown(draft, contents, { known: used, isShown: (key) => !/^(?:cc|acc)/.test(key) })
}
