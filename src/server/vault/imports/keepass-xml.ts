import { importLimits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { closeElement, kindUnder, OpenElement, type Kind } from './keepass-grammar.ts'
import { plainGroup, type RawData, type RawEntry, type RawGroup } from './keepass-raw.ts'
import type { ImportRefused } from './model.ts'
import { walkXml } from './xml-walk.ts'

export type RawFile = {
  ok: true
  /** Whether the groups lie in one that stands for the whole database. */
  hasWrapper: boolean
  groups: RawGroup[]
  /** Entries outside all groups. */
  entries: RawEntry[]
  /** Whether KeePass 1 or KeePassX 1 wrote it. */
  isOld: boolean
  /** UUID of the recycle bin's group, '' when there is none. */
  recycleBin: string
  /** The files that entries refer to by number. */
  files: ReadonlyMap<string, RawData>
  /** SHA-256 of the header of a KDBX 3 file, in base64; '' when the document has none. */
  headerHash: string
  /** Values are marked as protected, though they are written in clear. */
  hasMarkedValues: boolean
}

export type KeePassParsing = {
  /** Characters read at a time; the result does not depend on it. */
  readonly pieceLength?: number
  /** Groups, entries and old versions together. */
  readonly maxElements?: number
  /** Children of one element. */
  readonly maxChildren?: number
  /**
   * Decrypts the protected values, in their order; null if it cannot. Without it, a file with such values is refused.
   */
  readonly unprotect?: (base64: string) => Uint8Array | null
  /** Takes several groups at the top, and protected values as written if one of them cannot be encrypted. */
  readonly isLenient?: boolean
}

/** Far beyond what a file within the size limit of the three sources holds in practice. */
const usualElements = 50_000
const counted: ReadonlySet<Kind> = new Set(['group', 'entry', 'part', 'account', 'listed'])
const gathering: ReadonlySet<Kind> = new Set(['text', 'data'])
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Parses an XML file of KeePass 2, KeePass 1 or KeePassX 1 into groups and entries. */
export async function parseKeePassXml(
  text: string,
  yielder: Yielder,
  {
    pieceLength,
    maxElements = usualElements,
    maxChildren = usualElements,
    unprotect,
    isLenient = false,
  }: KeePassParsing = {},
): Promise<RawFile | ImportRefused> {
  const file = new OpenElement('document', '', 1)
  const stack: OpenElement[] = [file]
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let elements = 0
  let root = null as Kind | null
  let [marked, markedEncrypted, firstMarked] = [0, 0, 1]

  const fault = await walkXml(
    text,
    yielder,
    (stop) => {
      const top = (): OpenElement => stack.at(-1) ?? stop('MALFORMED')
      const decrypt = (element: OpenElement, decipher: NonNullable<typeof unprotect>): void => {
        const bytes = decipher(element.text)
        if (bytes === null) return stop('CONTENT_BROKEN')
        if (element.kind === 'data') element.bytes = bytes
        if (element.kind !== 'text') return
        try {
          element.text = utf8.decode(bytes)
        } catch {
          stop('CONTENT_BROKEN')
        }
        element.isHidden = true
      }
      return {
        open(tag, line) {
          const parent = top()
          const kind = kindUnder(parent.kind, tag.name)
          if (parent.kind === 'document' && kind === 'ignored') stop('NOT_KEEPASS')
          if (parent.kind === 'document') root = kind
          if (counted.has(kind)) elements += 1
          parent.children += 1
          if (elements > maxElements || parent.children > maxChildren) stop('TOO_MANY')
          stack.push(new OpenElement(kind, tag.name, line, tag.attributes))
        },
        text(part, isCleaned) {
          const element = top()
          element.isCleaned ||= isCleaned
          // The key stream runs through the whole document, also through elements that are ignored.
          if (gathering.has(element.kind) || (element.isCipher && unprotect)) element.text += part
        },
        close() {
          const element = stack.pop() ?? stop('MALFORMED')
          if (element.isCipher && element.text.trim() !== '') {
            if (unprotect) decrypt(element, unprotect)
            else if (element.kind === 'text') {
              // KeePass encrypts such a value with a key that only the database holds: there is nothing to import.
              if (!isLenient) stop('PROTECTED_VALUES')
              if (marked === 0) firstMarked = element.line
              marked += 1
              if (base64.test(element.text)) markedEncrypted += 1
              element.isHidden = true
            }
          }
          closeElement(element, top())
        },
      }
    },
    pieceLength,
  )
  if (fault !== null) return fault
  if (marked > 0 && marked === markedEncrypted)
    return { ok: false, code: 'PROTECTED_VALUES', line: firstMarked }
  const { groups, entries, parts } = file
  if (groups.length + entries.length === 0 || (root === 'file' && groups.length > 1 && !isLenient))
    return { ok: false, code: 'NOT_KEEPASS' }
  const isBinOn = !/^false$/i.test((parts.get('RecycleBinEnabled') ?? '').trim())
  const bin = (parts.get('RecycleBinUUID') ?? '').trim()
  // Zeros stand for no bin, and occur as the UUID of groups.
  const recycleBin = isBinOn && !/^A*=*$/.test(bin) ? bin : ''
  if (root === 'list') return grouped(entries, maxElements)
  return {
    ok: true,
    isOld: root !== 'file',
    hasWrapper: root === 'file' && groups.length === 1 && entries.length === 0,
    groups,
    entries,
    recycleBin,
    files: file.pool,
    headerHash: (parts.get('HeaderHash') ?? '').trim(),
    hasMarkedValues: marked > 0,
  }
}

const withoutMeta = {
  ok: true,
  hasWrapper: false,
  isOld: true,
  recycleBin: '',
  files: new Map(),
  headerHash: '',
  hasMarkedValues: false,
} as const

/** Builds the groups of a file that lists entries, each with the path of its groups. */
function grouped(listed: readonly RawEntry[], maxElements: number): RawFile | ImportRefused {
  const [groups, entries] = [[] as RawGroup[], [] as RawEntry[]]
  const byPath = new Map<string, RawGroup>()
  for (const entry of listed) {
    const { path = [], line } = entry
    if (path.length > importLimits.xmlDepth) return { ok: false, code: 'TOO_DEEP', line }
    let [place, above] = ['', undefined as RawGroup | undefined]
    for (const name of path) {
      place += `${name}\n`
      const known = byPath.get(place)
      const group = known ?? plainGroup(name, line)
      if (!known) (above?.groups ?? groups).push(group)
      byPath.set(place, group)
      above = group
    }
    if (byPath.size + listed.length > maxElements) return { ok: false, code: 'TOO_MANY', line }
    ;(above?.entries ?? entries).push(entry)
  }
  return { ...withoutMeta, groups, entries }
}
