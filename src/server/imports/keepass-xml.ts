import { SaxesParser, type SaxesTagPlain } from 'saxes'

import { importLimits } from '#domain/limits.ts'
import type { ImportFault } from '#texts/imports.ts'

import type { Breather } from '../elements/breather.ts'
import { isStrayText, xmlFault } from './keepass-xml-faults.ts'
import type { ImportRefused } from './model.ts'

/** A group as the file has it, before any rule. `uuid` is compared as text. */
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
}
export type RawFile = {
  ok: true
  root: RawGroup
  /** UUID of the recycle bin's group, '' when there is none. */
  recycleBin: string
}

/** Groups and entries together; far beyond what a file within the size limit holds in practice. */
const maxElements = 50_000
/** How many characters are read before others may run. */
const usualPiece = 16 * 1024

type Kind =
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
  | 'ignored'

/** Which element means what under which other. All else (tags, icons, binaries, times …) is passed over. */
const grammar: Readonly<Record<Kind, Readonly<Record<string, Kind>>>> = {
  document: { KeePassFile: 'file' },
  file: { Meta: 'meta', Root: 'root' },
  meta: { RecycleBinEnabled: 'text', RecycleBinUUID: 'text' },
  root: { Group: 'group' },
  group: { UUID: 'text', Name: 'text', Notes: 'text', Group: 'group', Entry: 'entry' },
  entry: { UUID: 'text', String: 'string', Binary: 'attachment', History: 'history' },
  history: { Entry: 'entry' },
  string: { Key: 'text', Value: 'text' },
  attachment: {},
  text: {},
  ignored: {},
}

/** Root elements that deserve a better answer than "not KeePass". */
const foreignRoots: Readonly<Record<string, ImportFault>> = { pwlist: 'KEEPASS_1' }

/** One open element, and what has been gathered of it; only the part of its kind is used. */
type Open = {
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
  line: number
}

/** Ends the parse from within a handler; never leaves this file. */
class Stop extends Error {
  readonly refused: ImportRefused
  constructor(code: ImportFault, line: number) {
    super(code)
    this.refused = { ok: false, code, line }
  }
}

/**
 * Reads the groups and entries of a KeePass 2 XML file, in one pass and without recursion. It expands only
 * XML's own five entities and character references, and refuses a DOCTYPE that says more than a name.
 * @param pieceLength how much is read at a time; the result is the same wherever the cuts fall
 */
export async function parseKeePassXml(
  text: string,
  breather: Breather,
  pieceLength = usualPiece,
): Promise<RawFile | ImportRefused> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  // Saxes looks entities up in an object with a prototype, where `&constructor;` would be found.
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" })
  const stack: Open[] = [open('document', '', 1)]
  let elements = 0
  let sawRoot = false
  let stray = null as ImportFault | null

  const stop = (code: ImportFault): never => {
    throw new Stop(code, parser.line)
  }
  const top = (): Open => stack.at(-1) ?? stop('MALFORMED')

  parser.on('error', (error) => {
    const fault = xmlFault(error.message, sawRoot)
    // Saxes tells of text outside the root at the end of a piece already: the rest of that text is read first.
    if (!isStrayText(error.message, text, parser.position)) stop(fault)
    stray = fault
  })
  parser.on('doctype', (doctype) => {
    if (!/^\s*[\w.-]+\s*$/.test(doctype)) stop('DOCTYPE_REFUSED')
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    sawRoot = true
    const parent = top()
    const kind = kindUnder(parent.kind, tag.name)
    if (parent.kind === 'document' && kind !== 'file') {
      stop(Object.hasOwn(foreignRoots, tag.name) ? (foreignRoots[tag.name] ?? 'NOT_KEEPASS') : 'NOT_KEEPASS')
    }
    if (stack.length > importLimits.xmlDepth) stop('TOO_DEEP')
    if (kind === 'group' || kind === 'entry') elements += 1
    if (elements > maxElements) stop('TOO_MANY')
    const element = open(kind, tag.name, parser.line)
    element.isCipher = kind === 'text' && /^true$/i.test(tag.attributes['Protected'] ?? '')
    element.isHidden = kind === 'text' && /^true$/i.test(tag.attributes['ProtectInMemory'] ?? '')
    stack.push(element)
  })
  const addText = (part: string): void => {
    const element = top()
    if (element.kind === 'text') element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = stack.pop() ?? stop('MALFORMED')
    // KeePass encrypts such a value with a key that only the database holds: there is nothing to import.
    if (element.isCipher && element.text.trim() !== '') stop('PROTECTED_VALUES')
    close(element, top())
  })

  try {
    for (let from = 0; from < text.length; from += pieceLength) {
      const piece = text.slice(from, from + pieceLength)
      const end = stray === null ? -1 : piece.search(/[<&]/)
      parser.write(end === -1 ? piece : piece.slice(0, end + 1))
      if (end !== -1) break
      const pause = breather.step(32)
      if (pause) await pause
    }
    if (stray !== null) stop(stray)
    parser.close()
    const file = top()
    const root = file.groups[0]
    if (root === undefined || file.groups.length > 1) return { ok: false, code: 'NOT_KEEPASS' }
    const isBinOn = !/^false$/i.test((file.parts.get('RecycleBinEnabled') ?? '').trim())
    return { ok: true, root, recycleBin: isBinOn ? (file.parts.get('RecycleBinUUID') ?? '').trim() : '' }
  } catch (error) {
    if (error instanceof Stop) return error.refused
    throw error
  }
}

function open(kind: Kind, name: string, line: number): Open {
  const none = { text: '', history: 0, attachments: 0, isCipher: false, isHidden: false }
  const gathered = {
    parts: new Map(),
    groups: [],
    entries: [],
    strings: new Map(),
    hidden: new Set<string>(),
  }
  return { kind, name, line, ...none, ...gathered }
}

function kindUnder(parent: Kind, name: string): Kind {
  const children = grammar[parent]
  return Object.hasOwn(children, name) ? (children[name] ?? 'ignored') : 'ignored'
}

/** Hands what an element gathered to the element around it. */
const close = (element: Open, parent: Open): void => closers[element.kind](element, parent)

const closers: Readonly<Record<Kind, (element: Open, parent: Open) => void>> = {
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
  },
  ignored: () => undefined,
}

function passUp(element: Open, parent: Open): void {
  for (const group of element.groups) parent.groups.push(group)
  for (const [name, text] of element.parts) parent.parts.set(name, text)
}
