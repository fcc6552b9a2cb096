import { isBroken } from './broken-accents.ts'
import { byteOrderMarks, decode, faultOfBytes, startsWith } from './file-bytes.ts'
import type { ImportRefused } from './model.ts'

export type CsvText = {
  readonly ok: true
  readonly text: string
  /** An accent was decoded wrongly before the file was written. */
  readonly isGarbled: boolean
}

/** Bytes sampled to detect UTF-16 without a byte order mark. */
const sampledBytes = 256

/** UTF-8 decoded as Windows-1252: an accented letter, a typographic character. */
const twoSigns = /[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u20ac[\u0080-\u2122]/g
/** Half a surrogate pair in three bytes (invalid UTF-8), decoded as Windows-1252. */
const halfPair = /\u00ed[\u00a0-\u00bf][\u0080-\u2122]/

/**
 * Decodes a CSV file: by its byte order mark, else as UTF-16 if every other byte is zero, else as UTF-8, else
 * as Windows-1252. Some LockSelf exports begin with half a mark, a lone FF.
 * Windows-1252 decodes any byte, so a text that is UTF-8 in other places is refused: it would silently break
 * passwords.
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
  if (holdsManyNuls(text)) return { ok: false, code: 'NOT_TEXT' }
  if (text.trim() === '') return { ok: false, code: 'EMPTY_FILE' }
  return { ok: true, text, isGarbled: isBroken(text) }
}

/** Whether more than a fifth of a text is NUL characters: binary data, or UTF-16 that was decoded as UTF-8. */
function holdsManyNuls(text: string): boolean {
  if (!text.includes('\0')) return false
  return text.length - text.replaceAll('\0', '').length > text.length / 5
}

function decodeBytes(bytes: Uint8Array): ReturnType<typeof decode> {
  const utf8 = decode(bytes, 'utf-8')
  if (utf8.ok) return utf8
  const windows = decode(bytes, 'windows-1252')
  const isMixed = windows.ok && (windows.text.search(twoSigns) !== -1 || halfPair.test(windows.text))
  return isMixed ? utf8 : windows
}

/** Returns the byte order of UTF-16 text without a mark; null for any other text. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, Math.min(sampledBytes, bytes.length & ~1))
  if (sample.length < 4) return null
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // Letters beyond Latin-1 have no zero byte, but most characters of a header have one.
  const most = sample.length * 0.4
  if (even === 0 && odd > most) return 'utf-16le'
  return odd === 0 && even > most ? 'utf-16be' : null
}
