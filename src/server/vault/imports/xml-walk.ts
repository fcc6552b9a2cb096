import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { importLimits, managerImportLimits } from '#domain/platform/limits.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { ImportFault } from '#texts/vault/imports.ts'
import { isStrayText, xmlFault } from './keepass-xml-faults.ts'
import type { ImportRefused } from './model.ts'

/** Ends the walk with a fault. */
export type StopXml = (code: ImportFault) => never

/** What a reader does with the parts of a document, in their order. */
export type XmlHandlers = {
  open(tag: SaxesTagPlain, line: number): void
  /** Called several times for one text. @param isCleaned whether characters that XML forbids were dropped from it */
  text(part: string, isCleaned: boolean): void
  close(): void
}

/**
 * Stands for a dropped character until its text is read: a noncharacter that XML allows in text and in no name. Outside of
 * text it makes a document malformed, as the character that it stands for does.
 */
const dropped = '\ufdd0'
/** What XML 1.0 forbids as it is (section 2.2, "Char"). Half a surrogate pair is not decoded. */
const forbidden = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu
const references = /(?:&#(?:\d+|x[\da-f]+);)+/gi

const isForbiddenCode = (code: number): boolean =>
  (code < 0x20 && ![9, 10, 13].includes(code)) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code === 0xfffe ||
  code === 0xffff ||
  code > 0x10ffff

/**
 * Returns a run of character references with those marked that XML forbids. Some programs write the two halves of a
 * surrogate pair: these are joined.
 */
function withMarkedReferences(run: string): string {
  const written = run.split(/(?<=;)/)
  const codes = written.map((one) => Number(one.slice(2, -1).replace(/^x/i, '0x')))
  let marked = ''
  for (let place = 0; place < written.length; place += 1) {
    const [code = 0, next = 0] = codes.slice(place, place + 2)
    const isPair = code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff
    if (isPair) {
      marked += String.fromCharCode(code, next)
      place += 1
    } else marked += isForbiddenCode(code) ? dropped : (written[place] ?? '')
  }
  return marked
}

/** Returns a document whose forbidden characters are marked, within its root: around it they tell that it is none. */
function withMarks(text: string): string {
  const root = text.search(/<[^\s!?]/)
  const end = text.lastIndexOf('>')
  if (root === -1 || end < root) return text
  return (
    text.slice(0, root) +
    text.slice(root, end).replace(forbidden, dropped).replace(references, withMarkedReferences) +
    text.slice(end)
  )
}

/** Characters read before the walk yields to other requests. */
const usualPiece = 16 * 1024

/** Ends the walk from within a handler; never leaves this file. */
class Stop extends Error {
  readonly refused: ImportRefused
  constructor(code: ImportFault, line: number) {
    super(code)
    this.refused = { ok: false, code, line }
  }
}

/**
 * Reads an XML document in one pass without recursion. It expands only XML's five entities and character references,
 * and refuses a DOCTYPE with more than a name and elements nested too deeply.
 * @param pieceLength characters read at a time; the result does not depend on it
 * @returns why the document is refused; null if it was read to its end
 */
export async function walkXml(
  written: string,
  yielder: Yielder,
  handlersOf: (stop: StopXml) => XmlHandlers,
  pieceLength = usualPiece,
): Promise<ImportRefused | null> {
  const text = withMarks(written)
  const parser = new SaxesParser({ xmlns: false, position: true })
  // Saxes looks entities up in an object with a prototype, where `&constructor;` would be found.
  parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" })
  const stop: StopXml = (code) => {
    throw new Stop(code, parser.line)
  }
  const handlers = handlersOf(stop)
  let depth = 0
  let isInRoot = false
  let stray = null as ImportFault | null
  let attributes = 0

  parser.on('error', (error) => {
    const fault = xmlFault(error.message, isInRoot)
    // Saxes already reports text outside the root at the end of a piece: the rest of that text is read first.
    if (!isStrayText(error.message, text, parser.position)) stop(fault)
    stray = fault
  })
  parser.on('doctype', (doctype) => {
    if (!/^\s*[\w.-]+\s*$/.test(doctype)) stop('DOCTYPE_REFUSED')
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > managerImportLimits.xmlAttributes) stop('TOO_MANY')
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    attributes = 0
    depth += 1
    if (depth > importLimits.xmlDepth) stop('TOO_DEEP')
    const cleaned = Object.entries(tag.attributes).filter(([, value]) => value.includes(dropped))
    for (const [name, value] of cleaned) tag.attributes[name] = value.replaceAll(dropped, '')
    handlers.open(tag, parser.line)
    if (cleaned.length > 0) handlers.text('', true)
    isInRoot = true
  })
  const addText = (part: string): void => {
    const isCleaned = part.includes(dropped)
    if (depth > 0) handlers.text(isCleaned ? part.replaceAll(dropped, '') : part, isCleaned)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    handlers.close()
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
    return null
  } catch (error) {
    if (error instanceof Stop) return error.refused
    throw error
  }
}
