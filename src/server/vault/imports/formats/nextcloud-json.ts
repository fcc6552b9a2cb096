import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addField,
  addLogin,
  addPassword,
  createSourceIds,
  draftEntry,
  folderPaths,
  readEntries,
  tellLeft,
  type Draft,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found } from './found.ts'
import { isObject, listOf, parseJson, textAt, textOf, valueOf, type JsonObject } from './json-values.ts'
import { addCustomField, homeFolder } from './organisations-csv.ts'

/** A backup names its form by a number, and has at least one of its three lists, or their encrypted texts. */
const isBackup = (value: unknown): boolean =>
  isObject(value) &&
  typeof valueOf(value, 'version') === 'number' &&
  valueOf(value, 'items') === undefined &&
  (Array.isArray(valueOf(value, 'passwords')) ||
    (valueOf(value, 'encrypted') === true && typeof valueOf(value, 'challenge') === 'string'))

/** Nextcloud Passwords: its backup in JSON. Unlike the table, it has folders in folders. */
export const nextcloudJson: Format = {
  id: 'nextcloud-passwords-json',
  name: 'Nextcloud Passwords (JSON)',
  family: 'nextcloud-passwords',
  endings: ['.json'],
  needs: [],
  recognises: (file) => file.kind === 'json' && isBackup(file.value),
  async read(file, { yielder }) {
    if (file.kind !== 'json') return { ok: false, code: 'FORMAT_OTHER' }
    if (valueOf(file.value, 'encrypted') === true) return { ok: false, code: 'EXPORT_ENCRYPTED' }
    const listed = listOf(valueOf(file.value, 'folders')).map((folder, place) => ({
      id: textAt(folder, 'id'),
      parent: textAt(folder, 'parent'),
      name: textAt(folder, 'label'),
      line: place + 1,
    }))
    const folders = listed.filter(({ id }) => id !== '' && id !== homeFolder)
    const paths = folderPaths(folders)
    if (paths === null) return { ok: false, code: 'TOO_DEEP' }
    const tags = new Map(
      listOf(valueOf(file.value, 'tags')).map((tag) => [textAt(tag, 'id'), textAt(tag, 'label')]),
    )
    const sourceIds = createSourceIds()
    const list = listOf(valueOf(file.value, 'passwords'))
    const { entries, unreadable } = await readEntries(list, yielder, (item, line) => {
      const draft = draftEntry(line)
      readItem(draft, item, tags)
      draft.path = [...(paths.get(textAt(item, 'folder')) ?? [])]
      draft.sourceId = sourceIds(textAt(item, 'id'))
      return draft
    })
    return found(entries, {
      unreadable,
      folders: folders.map(({ id, line }) => ({
        path: paths.get(id) ?? [],
        description: '',
        line,
        sourceId: id,
      })),
    })
  },
}

function readItem(draft: Draft, item: JsonObject, tags: ReadonlyMap<string, string>): void {
  draft.title = textAt(item, 'label')
  draft.notes = textAt(item, 'notes')
  addLogin(draft, valueOf(item, 'username'))
  addPassword(draft, valueOf(item, 'password'))
  addAddress(draft, valueOf(item, 'url'))
  if (valueOf(item, 'trashed') === true) draft.state = 'binned'
  draft.isFavourite = [valueOf(item, 'favourite'), valueOf(item, 'favorite')].includes(true)
  const named = listOf(valueOf(item, 'tags')).map((tag) => tags.get(textOf(tag)) ?? '')
  addField(draft, labels.tags, 'text', named.filter((name) => name !== '').join(', '))
  const written = valueOf(item, 'customFields')
  // As the program's interface has them: JSON in a text.
  const fields = typeof written === 'string' ? parseJson(written) : written
  if (fields === undefined && textOf(written) !== '')
    addField(draft, labels.unnamed, 'concealed', textOf(written))
  // The first form has an object, its keys being the labels; those that begin with `_` are the program's own.
  const list = isObject(fields)
    ? Object.entries(fields).map(([label, field]) => ({
        label,
        type: label.startsWith('_') ? 'data' : textAt(field, 'type'),
        value: textAt(field, 'value'),
      }))
    : listOf(fields).map((field) => ({
        label: textAt(field, 'label'),
        type: textAt(field, 'type'),
        value: textAt(field, 'value'),
      }))
  // What a field of type `file` holds is a place in the person's Nextcloud.
  for (const { label, type, value } of list) addCustomField(draft, label, type, value)
  tellLeft(
    draft,
    list.filter(({ type }) => type === 'file').map(({ label }) => label),
  )
}
