import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { ImportFault } from '#texts/vault/imports.ts'
import { withoutBrokenCharacters } from '../broken-accents.ts'
import { decodeCsv } from '../csv-text.ts'
import { decodeXml } from '../keepass-encoding.ts'
import { startsWith } from '../file-bytes.ts'
import type { ImportRefused } from '../model.ts'
import { archiveStart } from './archive/container.ts'
import { isObject } from './json-values.ts'
import { readLooseTable, type LooseTable } from './loose-table.ts'
import { parseJsonPaced, tooManyValues } from './paced-json.ts'
import { readArchive, type Archive } from './zip.ts'

/** Whether accents of a text were decoded wrongly before the file was written, and are so still. */
type Text = { readonly isGarbled: boolean }

/** What a file is by its content; its name only warns. */
export type Sniffed =
  /** A KeePass 2 database; the bytes begin with its signature. */
  | { readonly kind: 'kdbx'; readonly bytes: Uint8Array }
  /** An archive of Trousseau; the bytes begin with its mark. */
  | { readonly kind: 'archive'; readonly bytes: Uint8Array }
  | { readonly kind: 'zip'; readonly archive: Archive }
  /** `isCleaned`: control characters that JSON forbids were dropped from its texts. */
  | ({ readonly kind: 'json'; readonly value: unknown; readonly isCleaned: boolean } & Text)
  /** `root` is the name of the document's first element. */
  | ({
      readonly kind: 'xml'
      readonly root: string
      readonly text: string
      readonly bytes: Uint8Array
    } & Text)
  /** Lines of JSON with separators between them: 1Password's interchange format. */
  | ({ readonly kind: '1pif'; readonly text: string } & Text)
  | LooseTable

/** First bytes of files that no reader opens, and the sentence that tells what to do instead. */
const refusedKinds = [
  { bytes: [0x03, 0xd9, 0xa2, 0x9a, 0x65, 0xfb, 0x4b, 0xb5], fault: 'KDB_FILE' },
  { bytes: [0x03, 0xd9, 0xa2, 0x9a, 0x66, 0xfb, 0x4b, 0xb5], fault: 'KDBX_OLD' },
  { bytes: [...Buffer.from('-----BEGIN PGP')], fault: 'PGP_FILE' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], fault: 'EXCEL_FILE' },
  { bytes: [...Buffer.from('SQLite')], fault: 'SQLITE_FILE' },
  { bytes: [...Buffer.from('%PDF')], fault: 'PDF_FILE' },
] as const

/** The first line of Dashlane's encrypted export, a `.dash` file. */
const dashStart = /^-+[ \t]*Dashlane Secured Export[ \t]*-+/

/** Roots of XML files that no reader opens. */
const refusedRoots: ReadonlyMap<string, ImportFault> = new Map([
  ['RDMExport', 'RDM_FILE'],
  ['ArrayOfConnection', 'RDM_FILE'],
  ['RTSZDocument', 'ROYAL_FILE'],
  ['RDCMan', 'RDCMAN_FILE'],
])

const [kdbx, zip] = [
  [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b, 0xb5],
  [0x50, 0x4b, 0x03, 0x04],
]

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, zip)

type Answers = Readonly<Record<string, string>>

/** Finds out what a file is. @param answers how a table is read: `accents` and `delimiter` */
export async function sniff(
  bytes: Uint8Array,
  yielder: Yielder,
  answers: Answers = {},
): Promise<Sniffed | ImportRefused> {
  const refused = refusedKinds.find((kind) => startsWith(bytes, kind.bytes))
  if (refused) return { ok: false, code: refused.fault }
  if (startsWith(bytes, kdbx)) return { kind: 'kdbx', bytes }
  if (startsWith(bytes, archiveStart)) return { kind: 'archive', bytes }
  if (isZip(bytes)) {
    const archive = await readArchive(bytes)
    return archive.ok ? sniffArchive(archive, yielder, answers) : archive
  }
  return sniffText(bytes, yielder, answers)
}

/** A ZIP with one table, JSON or XML file and nothing else is that file. */
async function sniffArchive(
  archive: Archive,
  yielder: Yielder,
  answers: Answers,
): Promise<Sniffed | ImportRefused> {
  const { names } = archive
  if (names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/')))
    return { ok: false, code: 'XLSX_FILE' }
  const only = names.length === 1 ? await sniffOnly(archive, yielder, answers) : null
  return only ?? { kind: 'zip', archive }
}

/**
 * Finds out what the only table, JSON or XML file of an archive is, in whatever folder it lies. A ZIP in a ZIP is not
 * opened. @returns null without such a file, or with several
 */
export async function sniffOnly(
  archive: Archive,
  yielder: Yielder,
  answers: Answers,
): Promise<Sniffed | ImportRefused | null> {
  const [only, ...others] = archive.names.filter((name) => /\.(?:csv|json|xml)$/i.test(name))
  if (only === undefined || others.length > 0) return null
  const read = await archive.read(only)
  return read.ok ? sniffText(read.bytes, yielder, answers) : read
}

async function sniffText(
  bytes: Uint8Array,
  yielder: Yielder,
  answers: Answers,
): Promise<Sniffed | ImportRefused> {
  const decoded = decodeCsv(bytes)
  if (!decoded.ok) return decoded
  const isMended = answers['accents'] === 'mend'
  const mended = (text: string) => (isMended ? withoutBrokenCharacters(text, yielder) : text)
  const isGarbled = decoded.isGarbled && !isMended
  const start = decoded.text.trimStart()
  const [first] = start
  if (dashStart.test(start)) return { ok: false, code: 'DASH_FILE' }
  if (first === '<') {
    const xml = decodeXml(bytes)
    if (!xml.ok) return xml
    const root = rootOf(xml.text)
    if (root === null) return { ok: false, code: 'NOT_XML' }
    const fault = refusedRoots.get(root)
    if (fault !== undefined) return { ok: false, code: fault }
    return { kind: 'xml', root, text: await mended(xml.text), bytes, isGarbled }
  }
  const text = await mended(decoded.text)
  if (first === '{' || first === '[') {
    if (/^\s*\{[^\n]*\}\s*\n\*\*\*[0-9a-f-]+\*\*\*/i.test(text)) return { kind: '1pif', text, isGarbled }
    const clean = text.replaceAll(forbiddenInJson, '')
    const isCleaned = clean !== text
    const value = await parseJsonPaced(clean, yielder)
    if (value === tooManyValues) return { ok: false, code: 'TOO_MANY' }
    if (isObject(value) || Array.isArray(value)) return { kind: 'json', value, isCleaned, isGarbled }
    return { ok: false, code: 'JSON_MALFORMED' }
  }
  return readLooseTable(text, isGarbled, yielder, answers['delimiter'])
}

/** RFC 8259 §7 has them escaped inside texts; a tabulator or a line end is left to the parser, which refuses it. */
const forbiddenInJson = /(?![\t\n\r\u007F-\u009F])\p{Cc}/gu

/** Returns the name of the first element, after declarations, comments and instructions. */
function rootOf(text: string): string | null {
  // What a part may hold and what may follow it share no character: else a part without end takes the square of its length.
  const prologue = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>)/i
  let rest = text
  for (let match = prologue.exec(rest); match; match = prologue.exec(rest)) rest = rest.slice(match[0].length)
  return /^<([^\s/>]+)/.exec(rest)?.[1] ?? null
}
