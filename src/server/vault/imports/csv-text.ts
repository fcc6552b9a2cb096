import { byteOrderMarks, decode, faultOfBytes, startsWith } from './file-bytes.ts'
import type { ImportRefused } from './model.ts'

export type CsvText = {
  readonly ok: true
  readonly text: string
  /** Accents that somebody read in another encoding before the file was written, more than once. */
  readonly isGarbled: boolean
}

/** How many of the first bytes tell a text of two bytes a sign without a mark. */
const sampledBytes = 256

/** Two bytes of UTF-8 read as two signs of Windows-1252: an accent, a typographic sign. */
const twoSigns = /[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u20ac[\u0080-\u2122]/g
/** Half of a surrogate pair written in three bytes, which is no UTF-8, read as Windows-1252. */
const halfPair = /\u00ed[\u00a0-\u00bf][\u0080-\u2122]/

/**
 * The text of a CSV file: by its mark, else UTF-16 where every other byte is zero (some exports of LockSelf have half a
 * mark in front, a lone FF), else UTF-8, else Windows-1252, which spreadsheets write. That one gives a sign to every byte, so a text that is UTF-8 in other places is refused
 * instead: a broken password would come in without a word.
 */
export function decodeCsv(bytes: Uint8Array): CsvText | ImportRefused {
  const fault = faultOfBytes(bytes)
  if (fault !== null) return { ok: false, code: fault }
  const mark = byteOrderMarks.find((candidate) => startsWith(bytes, candidate.bytes))
  if (mark?.encoding === 'utf-32') return { ok: false, code: 'ENCODING_UNSUPPORTED', encoding: mark.encoding }
  const hasHalfMark = mark === undefined && bytes[0] === 0xff && unmarkedUtf16(bytes.subarray(1)) !== null
  const content = hasHalfMark ? bytes.subarray(1) : bytes
  const encoding = mark?.encoding ?? unmarkedUtf16(content)
  const decoded = encoding === null ? decodeBytes(content) : decode(content, encoding)
  if (!decoded.ok) return decoded
  const { text } = decoded
  if (text.includes('\0')) return { ok: false, code: 'NOT_TEXT' }
  if (text.trim() === '') return { ok: false, code: 'EMPTY_FILE' }
  return { ok: true, text, isGarbled: (text.match(twoSigns)?.length ?? 0) > 1 }
}

function decodeBytes(bytes: Uint8Array): ReturnType<typeof decode> {
  const utf8 = decode(bytes, 'utf-8')
  if (utf8.ok) return utf8
  const windows = decode(bytes, 'windows-1252')
  const isMixed = windows.ok && (windows.text.search(twoSigns) !== -1 || halfPair.test(windows.text))
  return isMixed ? utf8 : windows
}

/** The byte order of a text in UTF-16 that has no mark; null for all others. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, Math.min(sampledBytes, bytes.length & ~1))
  if (sample.length < 4) return null
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Letters beyond Latin-1 have no zero: most signs of a header do.
  const most = sample.length * 0.4
  if (even === 0 && odd > most) return 'utf-16le'
  return odd === 0 && even > most ? 'utf-16be' : null
}
