import type { CategoryKey } from '#domain/platform/categories.ts'
import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import {
  addAddress,
  addEmail,
  addExpiry,
  addField,
  addLogin,
  addPassword,
  draftEntry,
  type Draft,
  readable,
} from './entry-draft.ts'
import type { Format } from './format.ts'
import { found, type FoundEntry, type FoundFolder } from './found.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  notesOfTree,
  readXmlTree,
  type XmlNode,
} from './xml-tree.ts'

/** Revelation, and Figaro's Password Manager, whose entries it reads: XML without identifiers. */
export const revelation: Format = {
  id: 'revelation',
  name: 'Revelation, FPM (XML)',
  family: 'revelation',
  endings: ['.xml'],
  needs: [],
  recognises: (file) => file.kind === 'xml' && (file.root === 'revelationdata' || file.root === 'FPM'),
  async read(file, { yielder }) {
    if (file.kind !== 'xml') return { ok: false, code: 'FORMAT_OTHER' }
    const tree = await readXmlTree(file.text.trimStart(), yielder)
    if (!tree.ok) return tree
    const [entries, folders] = [[] as FoundEntry[], [] as FoundFolder[]]
    if (tree.root.name === 'FPM') {
      const key = childOf(tree.root, 'KeyInfo')
      if (key && attributeOf(key, 'salt') !== '' && attributeOf(key, 'cipher') !== 'none')
        return { ok: false, code: 'EXPORT_ENCRYPTED' }
      const list = childOf(tree.root, 'PasswordList')
      for (const item of readable(list ? childrenOf(list, 'PasswordItem') : [])) entries.push(itemOf(item))
      return found(entries, { notes: notesOfTree(tree) })
    }
    // The walk over the document bounds the depth.
    const walk = async (parent: XmlNode, path: readonly string[]): Promise<void> => {
      for (const node of readable(childrenOf(parent, 'entry'))) {
        const pause = yielder.step(8)
        if (pause) await pause
        if (attributeOf(node, 'type') !== 'folder') {
          entries.push({ ...entryOf(node), path })
          continue
        }
        const inside = [...path, childText(node, 'name')]
        const description = [childText(node, 'description'), childText(node, 'notes')]
          .filter((text) => text !== '')
          .join('\n')
        folders.push({ path: inside, description, line: node.line, sourceId: null })
        await walk(node, inside)
      }
    }
    await walk(tree.root, [])
    return found(entries, { folders, notes: notesOfTree(tree) })
  },
}

/** The kinds of entries that have a category of their own. */
const categories: ReadonlyMap<string, CategoryKey> = new Map([
  ['creditcard', 'bankCard'],
  ['cryptokey', 'apiKey'],
  ['database', 'database'],
  ['email', 'mail'],
  ['ftp', 'server'],
  ['shell', 'server'],
  ['remotedesktop', 'server'],
  ['vnc', 'server'],
  ['door', 'other'],
  ['phone', 'other'],
])

/** What each field of an entry becomes. */
const fields: ReadonlyMap<string, (draft: Draft, value: string) => void> = new Map([
  ['generic-username', addLogin],
  ['generic-password', addPassword],
  ['generic-email', addEmail],
  ['generic-url', addAddress],
  ['generic-hostname', (draft, value) => addField(draft, labels.host, 'text', value)],
  ['generic-port', (draft, value) => addField(draft, labels.port, 'text', value)],
  ['generic-domain', (draft, value) => addField(draft, labels.domain, 'text', value)],
  ['generic-database', (draft, value) => addField(draft, labels.database, 'text', value)],
  ['generic-location', (draft, value) => addField(draft, labels.location, 'text', value)],
  ['generic-certificate', (draft, value) => addField(draft, labels.certificate, 'text', value)],
  ['generic-keyfile', (draft, value) => addField(draft, labels.keyFile, 'text', value)],
  ['generic-code', (draft, value) => addPassword(draft, value, labels.code)],
  ['generic-pin', (draft, value) => addField(draft, labels.pin, 'concealed', value)],
  ['phone-phonenumber', (draft, value) => addField(draft, labels.phone, 'text', value)],
  ['creditcard-cardtype', (draft, value) => addField(draft, labels.brand, 'text', value)],
  ['creditcard-cardnumber', (draft, value) => addField(draft, labels.number, 'concealed', value)],
  ['creditcard-expirydate', (draft, value) => addExpiry(draft, value)],
  ['creditcard-ccv', (draft, value) => addField(draft, labels.code, 'concealed', value)],
] as const satisfies readonly (readonly [string, (draft: Draft, value: string) => void])[])

function entryOf(node: XmlNode): FoundEntry {
  const draft = draftEntry(node.line)
  draft.title = childText(node, 'name')
  draft.notes = [childText(node, 'description'), childText(node, 'notes')]
    .filter((text) => text !== '')
    .join('\n')
  draft.category = categories.get(attributeOf(node, 'type')) ?? null
  for (const field of childrenOf(node, 'field')) {
    const id = attributeOf(field, 'id')
    const add = fields.get(id)
    if (add) add(draft, field.text)
    // An unknown field may be secret.
    else addField(draft, id, 'concealed', field.text)
  }
  return draft
}

/** An entry of FPM: its category is a folder. */
function itemOf(item: XmlNode): FoundEntry {
  const draft = draftEntry(item.line)
  const category = childText(item, 'category')
  if (category.trim() !== '') draft.path = [category]
  draft.title = childText(item, 'title')
  draft.login = childText(item, 'user')
  draft.password = childText(item, 'password')
  addAddress(draft, childText(item, 'url'))
  draft.notes = childText(item, 'notes')
  addField(draft, labels.command, 'text', childText(item, 'launcher'))
  return draft
}
