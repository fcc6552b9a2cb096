import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import { addEmbeddedFiles } from './archive-files.ts'
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
  dayOf,
  type Draft,
  folderPaths,
  momentOf,
  readDrafts,
  setFormerPasswords,
  setPlaces,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found } from './found.ts'
import { beginsWith, isObject, type JsonObject, listOf, textAt, textOf, valueOf } from './json-values.ts'

const isItem = (value: unknown): boolean =>
  isObject(value) && Object.hasOwn(value, 'uuid') && Object.hasOwn(value, 'template_type')
const isEnpass = (value: unknown): boolean => beginsWith(valueOf(value, 'items'), isItem)

/** Enpass: JSON. Fields are known by their type: labels are in the language of the person. */
export const enpassJson: Format = {
  id: 'enpass-json',
  name: 'Enpass (JSON)',
  family: 'enpass',
  endings: ['.json'],
  needs: [],
  recognises: (file) => file.kind === 'json' && isEnpass(file.value),
  async read(file, { yielder }) {
    if (file.kind !== 'json') return { ok: false, code: 'FORMAT_OTHER' }
    const folders = listOf(valueOf(file.value, 'folders')).map((folder) => ({
      id: textAt(folder, 'uuid'),
      parent: textAt(folder, 'parent_uuid'),
      name: textAt(folder, 'title'),
    }))
    const paths = folderPaths(folders)
    if (paths === null) return { ok: false, code: 'TOO_DEEP' }
    const read = await readDrafts(listOf(valueOf(file.value, 'items')), yielder, {
      idKey: 'uuid',
      read(draft, item) {
        readItem(draft, item)
        const places = listOf(valueOf(item, 'folders')).map((id) => paths.get(textOf(id)))
        setPlaces(
          draft,
          places.filter((path) => path !== undefined),
        )
      },
    })
    return found(read.entries, {
      unreadable: read.unreadable,
      folders: folders.map(({ id }, place) => ({
        path: paths.get(id) ?? [],
        description: '',
        line: place + 1,
        sourceId: id || null,
      })),
    })
  },
}

/** Categories by the start of Enpass's templates, the longest first. */
const categories: readonly (readonly [start: string, category: CategoryKey | null])[] = [
  ['login.', null],
  ['password.', null],
  ['creditcard.', 'bankCard'],
  ['finance.', 'bankCard'],
  ['license.', 'licence'],
  ['computer.database', 'database'],
  ['computer.wifi', 'wifi'],
  ['computer.wireless', 'wifi'],
  ['computer.email', 'mail'],
  ['computer.', 'server'],
]

function readItem(draft: Draft, item: JsonObject): void {
  draft.title = textAt(item, 'title')
  draft.notes = textAt(item, 'note')
  const template = textAt(item, 'template_type')
  const known = categories.find(([start]) => template.startsWith(start))
  draft.category = known ? known[1] : 'other'
  draft.isFavourite = isSet(item, 'favorite')
  if (isSet(item, 'trashed')) draft.state = 'binned'
  else if (isSet(item, 'archived')) draft.state = 'archived'
  const former: { value: string; at: string | null }[] = []
  for (const field of listOf(valueOf(item, 'fields'))) {
    // A field that people deleted stays in the file until it is synchronised.
    if (isSet(field, 'deleted')) continue
    addItemField(draft, field)
    if (textAt(field, 'type') !== 'password') continue
    for (const old of listOf(valueOf(field, 'history')))
      former.push({
        value: textAt(old, 'value'),
        at: momentOf(Number(textAt(old, 'updated_at')) * 1000),
      })
  }
  setFormerPasswords(draft, former)
  const files = listOf(valueOf(item, 'attachments')).map((file) => ({
    name: textAt(file, 'name'),
    content: textAt(file, 'data'),
  }))
  addEmbeddedFiles(draft, files)
}

const isSet = (value: unknown, key: string): boolean => {
  const flag = valueOf(value, key)
  return flag === true || (typeof flag === 'number' && flag > 0)
}

/** Types whose values Enpass conceals even where the field does not say so. */
const secretTypes = new Set(['password', 'pin', 'ccNumber', 'ccCvc', 'ccPin', 'ccTxnpassword'])

function addItemField(draft: Draft, field: unknown): void {
  const [type, value] = [textAt(field, 'type'), textAt(field, 'value')]
  const label = textAt(field, 'label') || labels.unnamed
  const isSecret = isSet(field, 'sensitive') || secretTypes.has(type)
  if (type === 'section') return
  if (type === 'username' && !isSet(field, 'sensitive')) addLogin(draft, value, label)
  else if (type === 'email') addEmail(draft, value, label)
  else if (type === 'password') addPassword(draft, value, label)
  else if (type === 'totp') addOtp(draft, value)
  else if (type === 'url') addAddress(draft, value)
  else if (type === '.Android#') addField(draft, labels.application, 'text', value)
  else if (isSecret) addField(draft, label, 'concealed', value)
  else if (type === 'ccName') addLogin(draft, value, label)
  else if (type === 'ccExpiry') addExpiry(draft, value, label)
  else if (type === 'date' && dayOf(value) !== null) addDate(draft, label, value)
  else addNamed(draft, label, 'text', value)
}
