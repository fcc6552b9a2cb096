import { fold } from '#domain/platform/folding.ts'

/**
 * What restores a text from its folded form: its capitals, and for each run of letters beyond ASCII an edit of three
 * bytes (how many folded bytes to keep, then to drop, and how many to insert instead) before its own bytes.
 */
export type Edits = { readonly bytes: Uint8Array; readonly capitals: readonly number[] }

/** Before the edits of a text: a byte that UTF-8 never contains. */
export const editMark = 0xfe
/** The greatest number that an edit states: 0xff ends the text. */
const most = 0xfd

const ascii = /^[\0-\x7f]*$/
const beyondAscii = /([^\0-\x7f]+)/u
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a

/** Whether a text is restored by its capitals alone. */
export const isAscii = (text: string): boolean => ascii.test(text)

/** Returns the bytes of a text of ASCII that are capitals. */
export function capitalsOf(text: string, from = 0): number[] {
  const capitals: number[] = []
  for (let at = 0; at < text.length; at += 1) if (isCapital(text.charCodeAt(at))) capitals.push(from + at)
  return capitals
}

/** Returns the edits of a text; null if they would be longer than the text, or do not restore it. */
export function editsOf(text: string): Edits | null {
  const bytes = [editMark]
  const capitals: number[] = []
  let [folded, end, edited] = ['', 0, 0]
  for (const [index, part] of text.split(beyondAscii).entries()) {
    const piece = fold(part)
    const foldedBytes = Buffer.byteLength(piece)
    if (index % 2 === 0) capitals.push(...capitalsOf(part, end))
    else {
      for (; end - edited > most; edited += most) bytes.push(most, 0, 0)
      const own = Buffer.from(part)
      if (Math.max(foldedBytes, own.length) > most) return null
      bytes.push(end - edited, foldedBytes, own.length, ...own)
      edited = end + foldedBytes
    }
    folded += piece
    end += foldedBytes
  }
  const isShorter = bytes.length < Buffer.byteLength(text)
  return isShorter && folded === fold(text) ? { bytes: Buffer.from(bytes), capitals } : null
}
