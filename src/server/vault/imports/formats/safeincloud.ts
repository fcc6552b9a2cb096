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
  createSourceIds,
  draftEntry,
  momentOf,
  readable,
  setFormerPasswords,
  type Draft,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type FoundEntry, type FoundFile } from './found.ts'
import { isObject, parseJson, textOf } from './json-values.ts'
import { attributeOf, childrenOf, childText, notesOfTree, readXmlTree, type XmlNode } from './xml-tree.ts'

const isTrue = (text: string): boolean => /^(?:true|1)$/i.test(text)

/** SafeInCloud: XML. Its labels become folders: an entry lies in the first, and names the others. */
export const safeInCloud: Format = {
  id: 'safeincloud-xml',
  name: 'SafeInCloud (XML)',
  family: 'safeincloud',
  endings: ['.xml'],
  needs: [],
  // KeePassX has the same root, with groups in it.
  recognises: (file) =>
    file.kind === 'xml' &&
    file.root === 'database' &&
    /<database\b[^>]*>\s*(?:<!--[^>]*-->\s*)*<(?:label|card|ghost)[\s/>]/.test(file.text.slice(0, 4096)),
  async read(file, { yielder }) {
    if (file.kind !== 'xml') return { ok: false, code: 'FORMAT_OTHER' }
    const tree = await readXmlTree(file.text.trimStart(), yielder)
    if (!tree.ok) return tree
    const labels = new Map(
      childrenOf(tree.root, 'label').map((label) => [attributeOf(label, 'id'), attributeOf(label, 'name')]),
    )
    const sourceId = createSourceIds()
    const entries: FoundEntry[] = []
    let templates = 0
    for (const card of readable(childrenOf(tree.root, 'card'))) {
      if (isTrue(attributeOf(card, 'template'))) templates += 1
      else entries.push({ ...entryOf(card, labels), sourceId: sourceId(attributeOf(card, 'id')) })
      const pause = yielder.step(8)
      if (pause) await pause
    }
    return found(entries, { blankRows: templates, notes: notesOfTree(tree) })
  },
}

function entryOf(card: XmlNode, labels: ReadonlyMap<string, string>): FoundEntry {
  const draft = draftEntry(card.line)
  draft.title = attributeOf(card, 'title')
  draft.notes = childText(card, 'notes')
  draft.isFavourite = isTrue(attributeOf(card, 'star'))
  if (isTrue(attributeOf(card, 'deleted'))) draft.state = 'binned'
  else if (isTrue(attributeOf(card, 'archived'))) draft.state = 'archived'
  const [folder, ...others] = childrenOf(card, 'label_id').flatMap(
    ({ text }) => labels.get(text.trim()) ?? [],
  )
  if (folder !== undefined) draft.path = [folder]
  const fields = childrenOf(card, 'field')
  const isCard = ['number', 'expiry'].every((type) =>
    fields.some((field) => attributeOf(field, 'type') === type),
  )
  for (const field of fields) addTo(draft, field, isCard)
  addField(draft, fieldLabels.tags, 'text', others.join(', '))
  if (isCard) draft.category = 'bankCard'
  else if (attributeOf(card, 'type') === 'note') draft.category = 'other'
  draft.files = [
    ...childrenOf(card, 'image').map((image, at) => fileOf(`image-${at + 1}.png`, image.text)),
    ...childrenOf(card, 'file').map((file) => fileOf(attributeOf(file, 'name'), file.text)),
  ]
  return draft
}

function addTo(draft: Draft, field: XmlNode, isCard: boolean): void {
  const [label, value] = [attributeOf(field, 'name'), field.text]
  const type = attributeOf(field, 'type')
  if (type === 'login') addLogin(draft, value, label)
  else if (type === 'password') {
    if (draft.password === '') setFormerPasswords(draft, historyOf(attributeOf(field, 'history')))
    addPassword(draft, value, label)
  } else if (type === 'website') addAddress(draft, value)
  else if (type === 'email') addEmail(draft, value, label)
  else if (type === 'one_time_password') addOtp(draft, value)
  else if (type === 'expiry') addExpiry(draft, value, label)
  else if (type === 'date') addDate(draft, label, value)
  else if (type === 'pin' || type === 'secret' || (isCard && type === 'number'))
    addField(draft, label, 'concealed', value)
  else addNamed(draft, label, 'text', value)
}

/** Returns former values: JSON, by the moment in ms. */
function historyOf(text: string): { value: string; at: string | null }[] {
  const history = text === '' ? undefined : parseJson(text)
  if (!isObject(history)) return []
  return Object.entries(history).map(([moment, value]) => ({
    value: textOf(value),
    at: momentOf(Number(moment)),
  }))
}

const fileOf = (name: string, text: string): FoundFile => ({
  name,
  size: Buffer.byteLength(text.trim(), 'base64'),
  read: () => Promise.resolve(Buffer.from(text, 'base64')),
})
