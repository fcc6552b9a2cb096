/** A group as read from the file, before any rule. `uuid` is compared as text. */
export type RawGroup = {
  uuid: string
  name: string
  notes: string
  groups: RawGroup[]
  entries: RawEntry[]
  line: number
}
export type RawEntry = {
  uuid: string
  strings: Map<string, string>
  /** Names of the strings whose values KeePass hides. */
  hidden: Set<string>
  history: number
  attachments: number
  line: number
  /** The names of its groups, in formats that list entries without nesting them. */
  path?: readonly string[]
}
export type Kind =
  | 'document'
  | 'file'
  | 'meta'
  | 'root'
  | 'group'
  | 'entry'
  | 'history'
  | 'string'
  | 'attachment'
  | 'text'
  | 'base'
  | 'part'
  | 'account'
  | 'list'
  | 'listed'
  | 'break'
  | 'ignored'

/**
 * The kind of each element under its parent: KeePass 2, KeePassX 1 (`base`, `part`, `account`), KeePass 1
 * (`list`, `listed`). Other elements (tags, icons, binaries, times …) are ignored.
 */
const grammar: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  document: { KeePassFile: 'file', database: 'base', pwlist: 'list' },
  file: { Meta: 'meta', Root: 'root' },
  meta: { RecycleBinEnabled: 'text', RecycleBinUUID: 'text' },
  root: { Group: 'group' },
  group: { UUID: 'text', Name: 'text', Notes: 'text', Group: 'group', Entry: 'entry' },
  entry: { UUID: 'text', String: 'string', Binary: 'attachment', History: 'history' },
  history: { Entry: 'entry' },
  string: { Key: 'text', Value: 'text' },
  attachment: {},
  text: { br: 'break' },
  base: { group: 'part' },
  part: { title: 'text', group: 'part', entry: 'account' },
  account: { title: 'text', username: 'text', password: 'text', url: 'text', comment: 'text' },
  list: { pwentry: 'listed' },
  listed: {
    title: 'text',
    username: 'text',
    password: 'text',
    url: 'text',
    notes: 'text',
    group: 'text',
    uuid: 'text',
    attachdesc: 'text',
  },
  break: {},
  ignored: {},
}

/** An open element and its content so far; each kind uses only some of the fields. */
export type OpenElement = {
  kind: Kind
  name: string
  text: string
  parts: Map<string, string>
  groups: RawGroup[]
  entries: RawEntry[]
  strings: Map<string, string>
  hidden: Set<string>
  history: number
  attachments: number
  isCipher: boolean
  isHidden: boolean
  /** KeePass 1: the names of the groups above the one that the element names. */
  tree: string
  line: number
}

/** Returns a new, empty element. */
export function openElement(kind: Kind, name: string, line: number): OpenElement {
  const none = { text: '', history: 0, attachments: 0, isCipher: false, isHidden: false, tree: '' }
  const gathered = {
    parts: new Map(),
    groups: [],
    entries: [],
    strings: new Map(),
    hidden: new Set<string>(),
  }
  return { kind, name, line, ...none, ...gathered }
}

/** Returns the kind of an element under a parent of the given kind. */
export function kindUnder(parent: Kind, name: string): Kind {
  const children = grammar[parent]
  return Object.hasOwn(children, name) ? (children[name] ?? 'ignored') : 'ignored'
}

/** Adds the content of an element to its parent. */
export const closeElement = (element: OpenElement, parent: OpenElement): void =>
  closers[element.kind](element, parent)

const closers: Readonly<Record<Kind, (element: OpenElement, parent: OpenElement) => void>> = {
  document: () => undefined,
  file: passUp,
  meta: passUp,
  root: passUp,
  group: (element, parent) => {
    parent.groups.push({
      uuid: (element.parts.get('UUID') ?? '').trim(),
      name: element.parts.get('Name') ?? '',
      notes: element.parts.get('Notes') ?? '',
      groups: element.groups,
      entries: element.entries,
      line: element.line,
    })
  },
  entry: (element, parent) => {
    const { strings, hidden, history, attachments, line } = element
    const uuid = (element.parts.get('UUID') ?? '').trim()
    parent.entries.push({ uuid, strings, hidden, history, attachments, line })
  },
  history: (element, parent) => {
    parent.history += element.entries.length
  },
  string: (element, parent) => {
    const key = element.parts.get('Key') ?? ''
    parent.strings.set(key, element.parts.get('Value') ?? '')
    if (element.isHidden) parent.hidden.add(key)
  },
  attachment: (_element, parent) => {
    parent.attachments += 1
  },
  text: (element, parent) => {
    parent.parts.set(element.name, element.text)
    parent.isHidden ||= element.isHidden
    parent.tree ||= element.tree
  },
  base: passUp,
  part: ({ parts, groups, entries, line }, parent) => {
    parent.groups.push({ uuid: '', name: parts.get('title') ?? '', notes: '', groups, entries, line })
  },
  account: (element, parent) => void parent.entries.push(entryOfParts(element)),
  list: passUp,
  listed: (element, parent) => void parent.entries.push(entryOfParts(element)),
  break: (_element, parent) => {
    parent.text += '\n'
  },
  ignored: () => undefined,
}

/** KeePass 2 names of the fields of KeePass 1 and KeePassX. */
const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  username: 'UserName',
  password: 'Password',
  url: 'URL',
  comment: 'Notes',
  notes: 'Notes',
}

function entryOfParts({ parts, tree, line }: OpenElement): RawEntry {
  const strings = new Map<string, string>()
  for (const [part, field] of Object.entries(fieldNames)) {
    const value = parts.get(part)
    if (value !== undefined) strings.set(field, value)
  }
  const group = parts.get('group') ?? ''
  return {
    // Hexadecimal in KeePass 1, base64 in KeePass 2, which keeps the UUID when it opens a KeePass 1 database.
    uuid: Buffer.from((parts.get('uuid') ?? '').trim(), 'hex').toString('base64'),
    strings,
    hidden: new Set(),
    history: 0,
    attachments: (parts.get('attachdesc') ?? '').trim() === '' ? 0 : 1,
    line,
    path: [...tree.split('\\'), group].filter((name) => name.trim() !== ''),
  }
}

function passUp(element: OpenElement, parent: OpenElement): void {
  for (const group of element.groups) parent.groups.push(group)
  for (const entry of element.entries) parent.entries.push(entry)
  for (const [name, text] of element.parts) parent.parts.set(name, text)
}
