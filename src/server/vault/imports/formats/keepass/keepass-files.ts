import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import type { RawAttachment, RawData, RawEntry } from '../../keepass-grammar.ts'
import type { FoundFile } from '../found.ts'

const gunzipped = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

/** The files of a document by number: of KDBX 3 and XML in the document, of KDBX 4 outside it. */
export type FilePool = { of(number: string): RawData | null }

/** Returns the pool of a document; `outer` are the files of KDBX 4. */
export const poolOf = (inner: ReadonlyMap<string, RawData>, outer: readonly Uint8Array[] = []): FilePool => ({
  of: (number) => {
    const bytes = /^\d{1,6}$/.test(number) ? outer[Number(number)] : undefined
    return bytes ? { text: '', bytes, isCompressed: false } : (inner.get(number) ?? null)
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
      if (data === null) return null
      const bytes = data.bytes ?? Buffer.from(data.text, 'base64')
      if (!data.isCompressed) return bytes
      try {
        return await gunzipped(Buffer.from(bytes), { maxOutputLength: limits.dataBytes })
      } catch {
        return null
      }
    },
  }
}

/** Returns how many bytes a text in base64 stands for. */
const sizeOf = (text: string): number => Buffer.byteLength(text.trim(), 'base64')
