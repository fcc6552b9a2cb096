import { fieldKeysName } from './formats/kdbx/field-keys.ts'
import {
  plainGroup,
  type GroupPart,
  type PastVersion,
  type RawAttachment,
  type RawData,
  type RawEntry,
  type RawGroup,
} from './keepass-raw.ts'

export type Kind =
  | 'document'
  | 'file'
  | 'meta'
  | 'pool'
  | 'root'
  | 'group'
  | 'entry'
  | 'times'
  | 'typing'
  | 'custom'
  | 'customItem'
  | 'history'
  | 'string'
  | 'attachment'
  | 'data'
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
 * (`list`, `listed`). Other elements are ignored.
 */
const grammar: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  document: { KeePassFile: 'file', database: 'base', pwlist: 'list' },
  file: { Meta: 'meta', Root: 'root' },
  meta: { RecycleBinEnabled: 'text', RecycleBinUUID: 'text', HeaderHash: 'text', Binaries: 'pool' },
  pool: { Binary: 'data' },
  root: { Group: 'group', Entry: 'entry' },
  group: {
    UUID: 'text',
    Name: 'text',
    Notes: 'text',
    Tags: 'text',
    CustomIconUUID: 'text',
    DefaultAutoTypeSequence: 'text',
    Times: 'times',
    CustomData: 'custom',
    Group: 'group',
    Entry: 'entry',
  },
  entry: {
    UUID: 'text',
    String: 'string',
    Binary: 'attachment',
    History: 'history',
    Tags: 'text',
    OverrideURL: 'text',
    CustomIconUUID: 'text',
    Times: 'times',
    AutoType: 'typing',
    CustomData: 'custom',
  },
  times: { Expires: 'text', ExpiryTime: 'text', LastModificationTime: 'text' },
  typing: { DefaultSequence: 'text', Association: 'typing', KeystrokeSequence: 'text', Window: 'text' },
  custom: { Item: 'customItem' },
  customItem: { Key: 'text', Value: 'text' },
  history: { Entry: 'entry' },
  string: { Key: 'text', Value: 'text' },
  attachment: { Key: 'text', Value: 'data' },
  data: {},
  text: { br: 'break' },
  base: { group: 'part' },
  part: { title: 'text', group: 'part', entry: 'account' },
  account: {
    title: 'text',
    username: 'text',
    password: 'text',
    url: 'text',
    comment: 'text',
    expire: 'text',
    bindesc: 'text',
    bin: 'data',
  },
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
    attachment: 'data',
    expiretime: 'text',
  },
  break: {},
  ignored: {},
}

type Attributes = Readonly<Record<string, string>>
const isTrue = (text: string | undefined): boolean => /^true$/i.test((text ?? '').trim())

/** An open element and its content so far; each kind uses only some of the fields. */
export class OpenElement {
  readonly kind: Kind
  readonly name: string
  readonly line: number
  readonly attributes: Attributes
  text = ''
  /** The decrypted content of a protected element. */
  bytes: Uint8Array | null = null
  /** Forbidden characters were dropped from its text, or from a part of it. */
  isCleaned = false
  hasTyping = false
  attachments = 0
  children = 0
  /** Its text is encrypted with a key that only a database holds. */
  readonly isCipher: boolean
  isHidden: boolean
  /** KeePass 1: the names of the groups above the one that the element names. */
  tree: string
  /** KeePass 1: the entry has a date of expiry. */
  expires: boolean
  // Most elements are texts, which gather nothing.
  #parts: Map<string, string> | undefined
  #custom: Map<string, string> | undefined
  #strings: Map<string, string> | undefined
  #hidden: Set<string> | undefined
  #groups: RawGroup[] | undefined
  #entries: RawEntry[] | undefined
  #files: RawAttachment[] | undefined
  #pool: Map<string, RawData> | undefined
  #past: PastVersion[] | undefined

  constructor(kind: Kind, name: string, line: number, attributes: Attributes = {}) {
    this.kind = kind
    this.name = name
    this.line = line
    this.attributes = attributes
    this.isCipher = isTrue(attributes['Protected'])
    this.isHidden = kind === 'text' && isTrue(attributes['ProtectInMemory'])
    this.tree = attributes['tree'] ?? ''
    this.expires = isTrue(attributes['expires'])
  }

  get parts(): Map<string, string> {
    return (this.#parts ??= new Map())
  }
  get custom(): Map<string, string> {
    return (this.#custom ??= new Map())
  }
  get strings(): Map<string, string> {
    return (this.#strings ??= new Map())
  }
  get hidden(): Set<string> {
    return (this.#hidden ??= new Set())
  }
  get groups(): RawGroup[] {
    return (this.#groups ??= [])
  }
  get entries(): RawEntry[] {
    return (this.#entries ??= [])
  }
  get files(): RawAttachment[] {
    return (this.#files ??= [])
  }
  /** The old versions of an entry. */
  get past(): PastVersion[] {
    return (this.#past ??= [])
  }
  /** The files of the whole document, by their numbers. */
  get pool(): Map<string, RawData> {
    return (this.#pool ??= new Map())
  }
}

/** Returns the kind of an element under a parent of the given kind. */
export function kindUnder(parent: Kind, name: string): Kind {
  const children = grammar[parent]
  return Object.hasOwn(children, name) ? (children[name] ?? 'ignored') : 'ignored'
}

/** Adds the content of an element to its parent. */
export function closeElement(element: OpenElement, parent: OpenElement): void {
  closers[element.kind](element, parent)
  // What belongs to an entry or a group is told of it alone.
  const wholes: readonly Kind[] = ['group', 'part', 'account', 'listed']
  const isWhole = wholes.includes(element.kind) || (element.kind === 'entry' && parent.kind !== 'history')
  if (element.isCleaned && !isWhole) parent.isCleaned = true
}

/** When KeePassXC changed an element's custom data: nothing of its own. */
const datesOfCustomData: ReadonlySet<string> = new Set(['_LAST_MODIFIED', '_CREATED'])

/** What stands for a file that an entry names without giving it. */
const missingFile: RawAttachment = {
  name: '',
  ref: '',
  data: { text: '', bytes: null, isCompressed: false, isDamaged: true },
}

const closers: Readonly<Record<Kind, (element: OpenElement, parent: OpenElement) => void>> = {
  document: () => undefined,
  file: passUp,
  meta: passUp,
  pool: passUp,
  root: passUp,
  group: ({ parts, custom, groups, entries, line, isCleaned }, parent) => {
    const has = (name: string): boolean => (parts.get(name) ?? '').trim() !== ''
    const unused = new Set<GroupPart>()
    if (isTrue(parts.get('Expires'))) unused.add('groupExpiry')
    if (has('DefaultAutoTypeSequence')) unused.add('groupTyping')
    if (has('CustomIconUUID')) unused.add('groupIcon')
    if (custom.size > 0) unused.add('groupData')
    parent.groups.push({
      uuid: (parts.get('UUID') ?? '').trim(),
      name: parts.get('Name') ?? '',
      notes: parts.get('Notes') ?? '',
      tags: parts.get('Tags') ?? '',
      groups,
      entries,
      line,
      isCleaned,
      unused,
    })
  },
  entry: (element, parent) => {
    const { strings, hidden, past, attachments, files, parts, custom, line } = element
    const modified = parts.get('LastModificationTime') ?? ''
    // Of an old version, only the password is kept.
    if (parent.kind === 'history') {
      parent.past.push({ password: strings.get('Password') ?? '', modified })
      return
    }
    const uuid = (parts.get('UUID') ?? '').trim()
    const unused = new Set<'autoType' | 'icon'>()
    if (element.hasTyping) unused.add('autoType')
    if ((parts.get('CustomIconUUID') ?? '').trim() !== '') unused.add('icon')
    parent.entries.push({
      uuid,
      strings,
      fieldKeys: parts.get(fieldKeysName) ?? '',
      hidden,
      history: past.length,
      attachments,
      line,
      past,
      files,
      tags: parts.get('Tags') ?? '',
      overrideUrl: parts.get('OverrideURL') ?? '',
      custom,
      expiry: isTrue(parts.get('Expires')) ? (parts.get('ExpiryTime') ?? null) : null,
      modified,
      isCleaned: element.isCleaned,
      unused,
    })
  },
  times: (element, parent) => {
    for (const [name, text] of element.parts) parent.parts.set(name, text)
  },
  typing: (element, parent) => {
    parent.hasTyping ||=
      element.name === 'Association' ||
      element.hasTyping ||
      (element.parts.get('DefaultSequence') ?? '').trim() !== ''
  },
  custom: (element, parent) => {
    passUp(element, parent)
    for (const [key, value] of element.custom) parent.custom.set(key, value)
  },
  customItem: ({ parts }, parent) => {
    const [key = '', value = ''] = [parts.get('Key'), parts.get('Value')]
    if (key === fieldKeysName) parent.parts.set(fieldKeysName, value)
    else if (value.trim() !== '' && !datesOfCustomData.has(key)) parent.custom.set(key, value)
  },
  history: (element, parent) => {
    for (const version of element.past) parent.past.push(version)
  },
  string: (element, parent) => {
    const label = element.parts.get('Key') ?? ''
    const value = element.parts.get('Value') ?? ''
    let key = label
    for (let number = 2; (parent.strings.get(key) ?? value) !== value; number += 1)
      key = `${label} (${number})`
    parent.strings.set(key, value)
    if (element.isHidden) parent.hidden.add(key)
  },
  attachment: (element, parent) => {
    parent.attachments += 1
    const name = element.parts.get('Key') ?? ''
    const files = element.files.length === 0 ? [missingFile] : element.files
    for (const file of files) parent.files.push({ ...file, name })
  },
  data: ({ text, bytes, attributes, isCipher, isCleaned }, parent) => {
    const ref = attributes['Ref'] ?? ''
    const isBlank = text.trim() === ''
    // KeePass lists empty files, as all others, in the pool: one in its place has lost its bytes.
    const isLost = parent.kind !== 'pool' && ref === '' && isBlank
    const isEncrypted = isCipher && bytes === null && !isBlank
    const data = {
      text,
      bytes,
      isCompressed: isTrue(attributes['Compressed']),
      isDamaged: isCleaned || isLost || isEncrypted,
    }
    if (parent.kind === 'pool') parent.pool.set(attributes['ID'] ?? '', data)
    else parent.files.push({ name: '', ref, data })
  },
  text: (element, parent) => {
    parent.parts.set(element.name, element.text)
    parent.isHidden ||= element.isHidden
    parent.tree ||= element.tree
    parent.expires ||= element.expires
  },
  base: passUp,
  part: ({ parts, groups, entries, line, isCleaned }, parent) => {
    const name = parts.get('title') ?? ''
    parent.groups.push({ ...plainGroup(name, line), groups, entries, isCleaned })
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

function entryOfParts({ kind, parts, files, tree, expires, line, isCleaned }: OpenElement): RawEntry {
  const strings = new Map<string, string>()
  for (const [part, field] of Object.entries(fieldNames)) {
    const value = parts.get(part)
    if (value !== undefined) strings.set(field, value)
  }
  const group = parts.get('group') ?? ''
  const fileName = (parts.get('attachdesc') ?? parts.get('bindesc') ?? '').trim()
  const given = files.filter(({ data }) => fileName !== '' || data.text.trim() !== '')
  const named = given.length === 0 && fileName !== '' ? [missingFile] : given
  const expire = (parts.get('expire') ?? '').trim()
  return {
    // Hexadecimal in KeePass 1, base64 in KeePass 2, which keeps the UUID when it opens a KeePass 1 database.
    uuid: Buffer.from((parts.get('uuid') ?? '').trim(), 'hex').toString('base64'),
    strings,
    fieldKeys: '',
    hidden: new Set(),
    history: 0,
    attachments: named.length,
    line,
    path: kind === 'account' ? [] : [...tree.split('\\'), group].filter((name) => name.trim() !== ''),
    past: [],
    files: named.map((file) => ({ ...file, name: fileName })),
    tags: '',
    overrideUrl: '',
    custom: new Map(),
    expiry: expires ? (parts.get('expiretime') ?? null) : /^never$/i.test(expire) ? null : expire || null,
    modified: '',
    isCleaned,
    unused: new Set(),
  }
}

function passUp(element: OpenElement, parent: OpenElement): void {
  for (const group of element.groups) parent.groups.push(group)
  for (const entry of element.entries) parent.entries.push(entry)
  for (const [name, text] of element.parts) parent.parts.set(name, text)
  for (const [number, data] of element.pool) parent.pool.set(number, data)
}
