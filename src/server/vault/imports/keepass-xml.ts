import { SaxesParser, type SaxesTagPlain } from 'saxes'

import { importLimits } from '#domain/platform/limits.ts'
import type { ImportFault } from '#texts/vault/imports.ts'

import type { Yielder } from '#server/vault/contents/yielder.ts'
import {
  closeElement,
  kindUnder,
  openElement,
  type Kind,
  type OpenElement,
  type RawEntry,
  type RawGroup,
} from './keepass-grammar.ts'
import { isStrayText, xmlFault } from './keepass-xml-faults.ts'
import type { ImportRefused } from './model.ts'

export type RawFile = {
  ok: true
  groups: RawGroup[]
  /** Entries outside all groups. */
  entries: RawEntry[]
  /** UUID of the recycle bin's group, '' when there is none. */
  recycleBin: string
}

/** Groups and entries together; far beyond what a file within the size limit holds in practice. */
const maxElements = 50_000
const counted: ReadonlySet<Kind> = new Set(['group', 'entry', 'part', 'account', 'listed'])
/** Characters read before the parser yields to other requests. */
const usualPiece = 16 * 1024

/** Ends the parse from within a handler; never leaves this file. */
class Stop extends Error {
  readonly refused: ImportRefused
  constructor(code: ImportFault, line: number) {
    super(code)
    this.refused = { ok: false, code, line }
  }
}

/**
 * Parses an XML file of KeePass 2, KeePass 1 or KeePassX 1 into groups and entries, in one pass without
 * recursion. It expands only XML's five entities and character references, and refuses a DOCTYPE with more
 * than a name.
 * @param pieceLength characters read at a time; the result does not depend on it
 */
export async function parseKeePassXml(
  text: string,
  yielder: Yielder,
  pieceLength = usualPiece,
): Promise<RawFile | ImportRefused> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  // Saxes looks entities up in an object with a prototype, where `&constructor;` would be found.
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" })
  const stack: OpenElement[] = [openElement('document', '', 1)]
  let elements = 0
  let root = null as Kind | null
  let stray = null as ImportFault | null

  const stop = (code: ImportFault): never => {
    throw new Stop(code, parser.line)
  }
  const top = (): OpenElement => stack.at(-1) ?? stop('MALFORMED')

  parser.on('error', (error) => {
    const fault = xmlFault(error.message, root !== null)
    // Saxes already reports text outside the root at the end of a piece: the rest of that text is read first.
    if (!isStrayText(error.message, text, parser.position)) stop(fault)
    stray = fault
  })
  parser.on('doctype', (doctype) => {
    if (!/^\s*[\w.-]+\s*$/.test(doctype)) stop('DOCTYPE_REFUSED')
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const parent = top()
    const kind = kindUnder(parent.kind, tag.name)
    if (parent.kind === 'document' && kind === 'ignored') stop('NOT_KEEPASS')
    if (parent.kind === 'document') root = kind
    if (stack.length > importLimits.xmlDepth) stop('TOO_DEEP')
    if (counted.has(kind)) elements += 1
    if (elements > maxElements) stop('TOO_MANY')
    const element = openElement(kind, tag.name, parser.line)
    element.isCipher = kind === 'text' && /^true$/i.test(tag.attributes['Protected'] ?? '')
    element.isHidden = kind === 'text' && /^true$/i.test(tag.attributes['ProtectInMemory'] ?? '')
    element.tree = tag.attributes['tree'] ?? ''
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
    closeElement(element, top())
  })

  try {
    for (let from = 0; from < text.length; from += pieceLength) {
      const piece = text.slice(from, from + pieceLength)
      const end = stray === null ? -1 : piece.search(/[<&]/)
      parser.write(end === -1 ? piece : piece.slice(0, end + 1))
      if (end !== -1) break
      const pause = yielder.step(32)
      if (pause) await pause
    }
    if (stray !== null) stop(stray)
    parser.close()
    const file = top()
    const { groups, entries } = file
    if (groups.length + entries.length === 0 || (root === 'file' && groups.length > 1))
      return { ok: false, code: 'NOT_KEEPASS' }
    const isBinOn = !/^false$/i.test((file.parts.get('RecycleBinEnabled') ?? '').trim())
    const recycleBin = isBinOn ? (file.parts.get('RecycleBinUUID') ?? '').trim() : ''
    return root === 'list' ? grouped(entries) : { ok: true, groups, entries, recycleBin }
  } catch (error) {
    if (error instanceof Stop) return error.refused
    throw error
  }
}

/** Builds the groups of a file that lists entries, each with the path of its groups. */
function grouped(listed: readonly RawEntry[]): RawFile | ImportRefused {
  const [groups, entries] = [[] as RawGroup[], [] as RawEntry[]]
  const byPath = new Map<string, RawGroup>()
  for (const entry of listed) {
    const { path = [], line } = entry
    if (path.length > importLimits.xmlDepth) return { ok: false, code: 'TOO_DEEP', line }
    let [place, above] = ['', undefined as RawGroup | undefined]
    for (const name of path) {
      place += `${name}\n`
      const known = byPath.get(place)
      const group = known ?? { uuid: '', name, notes: '', groups: [], entries: [], line }
      if (!known) (above?.groups ?? groups).push(group)
      byPath.set(place, group)
      above = group
    }
    if (byPath.size + listed.length > maxElements) return { ok: false, code: 'TOO_MANY', line }
    ;(above?.entries ?? entries).push(entry)
  }
  return { ok: true, groups, entries, recycleBin: '' }
}
