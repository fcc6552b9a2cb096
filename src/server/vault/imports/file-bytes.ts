import type { ImportFault } from '#texts/vault/imports.ts'

import type { ImportRefused } from './model.ts'

type FirstBytes = { readonly bytes: readonly number[] }

/** Byte order marks, longest first: that of UTF-32 begins with that of UTF-16. */
export const byteOrderMarks: readonly (FirstBytes & { readonly encoding: string })[] = [
  { bytes: [0xff, 0xfe, 0x00, 0x00], encoding: 'utf-32' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], encoding: 'utf-32' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** First bytes of other files that people may choose instead of an export. */
const otherKinds: readonly (FirstBytes & { readonly fault: ImportFault })[] = [
  // A KeePass database, 1 or 2.
  { bytes: [0x03, 0xd9, 0xa2, 0x9a], fault: 'KDBX_FILE' },
  // A ZIP archive, which includes today's spreadsheets; then a spreadsheet from before 2007.
  { bytes: [0x50, 0x4b, 0x03, 0x04], fault: 'PACKED_FILE' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], fault: 'PACKED_FILE' },
  // A PDF document, a SQLite database.
  { bytes: [0x25, 0x50, 0x44, 0x46], fault: 'NOT_TEXT' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], fault: 'NOT_TEXT' },
]

/** Whether a file begins with these bytes. */
export const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** Returns why a file cannot be a text export, by its first bytes; null if it may be one. */
export function faultOfBytes(bytes: Uint8Array): ImportFault | null {
  if (bytes.length === 0) return 'EMPTY_FILE'
  return otherKinds.find((kind) => startsWith(bytes, kind.bytes))?.fault ?? null
}

/** Decodes a file in a known encoding; refuses bytes that the encoding does not allow. */
export function decode(bytes: Uint8Array, encoding: string): { ok: true; text: string } | ImportRefused {
  try {
    return { ok: true, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    return { ok: false, code: 'ENCODING_INVALID', encoding }
  }
}
