import { byteOrderMarks, decode, faultOfBytes, startsWith } from './file-bytes.ts'
import type { ImportRefused } from './model.ts'

/** `<?` in UTF-16. XML requires a byte order mark there, so such a file is refused with its encoding. */
const unmarkedUtf16 = [
  { bytes: [0x3c, 0x00, 0x3f, 0x00], encoding: 'utf-16le' },
  { bytes: [0x00, 0x3c, 0x00, 0x3f], encoding: 'utf-16be' },
] as const

/** Declared name -> TextDecoder's name, for files without a mark. ASCII is a subset of UTF-8. */
const decoders: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
}

/** Declared names that match each byte order mark. */
const declaredWithMark: Readonly<Record<string, readonly string[]>> = {
  'utf-8': ['utf-8', 'utf8'],
  'utf-16le': ['utf-16', 'utf-16le'],
  'utf-16be': ['utf-16', 'utf-16be'],
}

/** Characters searched for the XML declaration. */
const declarationLength = 256
const declaredEncoding = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,39})["']/

/**
 * Decodes an XML file by its byte order mark and its declaration (XML 1.0, appendix F). Nothing is guessed or
 * replaced: a byte that the encoding does not allow refuses the file.
 */
export function decodeXml(bytes: Uint8Array): { ok: true; text: string } | ImportRefused {
  const fault = faultOfBytes(bytes)
  if (fault !== null) return { ok: false, code: fault }
  const mark = byteOrderMarks.find((candidate) => startsWith(bytes, candidate.bytes))
  return mark === undefined ? decodeUnmarked(bytes) : decodeMarked(bytes, mark.encoding)
}

function decodeMarked(bytes: Uint8Array, encoding: string): ReturnType<typeof decodeXml> {
  const allowed = declaredWithMark[encoding]
  if (allowed === undefined) return { ok: false, code: 'ENCODING_UNSUPPORTED', encoding }
  const decoded = decode(bytes, encoding)
  if (!decoded.ok) return decoded
  const declared = declaredIn(decoded.text)
  if (declared !== undefined && !allowed.includes(declared.toLowerCase())) {
    return { ok: false, code: 'ENCODING_MISMATCH', encoding: declared }
  }
  return decoded
}

function decodeUnmarked(bytes: Uint8Array): ReturnType<typeof decodeXml> {
  const utf16 = unmarkedUtf16.find((candidate) => startsWith(bytes, candidate.bytes))
  if (utf16 !== undefined) return { ok: false, code: 'ENCODING_UNSUPPORTED', encoding: utf16.encoding }
  const start = String.fromCharCode(...bytes.subarray(0, declarationLength))
  const declared = declaredIn(start) ?? 'utf-8'
  const encoding = Object.hasOwn(decoders, declared.toLowerCase())
    ? decoders[declared.toLowerCase()]
    : undefined
  if (encoding === undefined) return { ok: false, code: 'ENCODING_UNSUPPORTED', encoding: declared }
  return decode(bytes, encoding)
}

function declaredIn(text: string): string | undefined {
  return declaredEncoding.exec(text.slice(0, declarationLength))?.[1]
}
