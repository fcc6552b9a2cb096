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
  /** Called several times for one text. */
  text(part: string): void
  close(): void
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
  text: string,
  yielder: Yielder,
  handlersOf: (stop: StopXml) => XmlHandlers,
  pieceLength = usualPiece,
): Promise<ImportRefused | null> {
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
    handlers.open(tag, parser.line)
    isInRoot = true
  })
  const addText = (part: string): void => {
    if (depth > 0) handlers.text(part)
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
