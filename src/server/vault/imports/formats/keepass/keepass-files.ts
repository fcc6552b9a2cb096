import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import type { RawAttachment, RawData, RawEntry } from '../../keepass-raw.ts'
import type { FoundFile } from '../found.ts'

const gunzipped = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

/** The files of a document by number: of KDBX 3 and XML in the document, of KDBX 4 outside it. */
export type FilePool = { of(number: string): RawData | null }

/** Returns the pool of a document; `outer` are the files of KDBX 4. */
export const poolOf = (inner: ReadonlyMap<string, RawData>, outer: readonly Uint8Array[] = []): FilePool => ({
  of: (number) => {
    const bytes = /^\d{1,6}$/.test(number) ? outer[Number(number)] : undefined
    return bytes ? { text: '', bytes, isCompressed: false, isDamaged: false } : (inner.get(number) ?? null)
  },
})

/** Returns the files of an entry. */
export const filesOf = (entry: RawEntry, pool: FilePool): readonly FoundFile[] =>
  entry.files.map((file) => fileOf(file, pool))

function fileOf({ name, ref, data: own }: RawAttachment, pool: FilePool): FoundFile {
  const data = ref === '' ? own : pool.of(ref)
  return {
    name,
    size: data === null || data.isCompressed ? null : (data.bytes?.length ?? sizeOf(data.text)),
    read: async () => {
      const bytes = data && bytesOf(data)
      if (bytes === null) return null
      // KeePassXC 2.7.4 marks an empty file as compressed (`KdbxXmlWriter::writeBinaries`).
      if (!data?.isCompressed || bytes.length === 0) return bytes
      try {
        return await gunzipped(Buffer.from(bytes), { maxOutputLength: limits.dataBytes })
      } catch {
        return null
      }
    },
  }
}

const blanks = /[ \t\r\n]+/g
/** What base64 does not contain. Its padding stands at the end alone. */
const foreign = /[^A-Za-z0-9+/]/

/**
 * Returns the bytes that a document holds; null if some of them are missing or damaged. Base64 has padded groups of four, as
 * KeePass reads it: `Buffer.from` would skip foreign characters and end at the first padding, so that a damaged file would
 * come in cut, or empty.
 */
function bytesOf({ text, bytes, isDamaged }: RawData): Uint8Array | null {
  if (isDamaged) return null
  if (bytes !== null) return bytes
  const letters = text.replaceAll(blanks, '')
  const isWhole = letters.length % 4 === 0 && !foreign.test(letters.replace(/={1,2}$/, ''))
  return isWhole ? Buffer.from(letters, 'base64') : null
}

/** Returns how many bytes a text in base64 stands for. */
const sizeOf = (text: string): number => Buffer.byteLength(text.replaceAll(blanks, ''), 'base64')
