import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { startsWith } from '../file-bytes.ts'
import type { ImportRefused } from '../model.ts'

/** The files of a ZIP archive, by their path. */
export type Archive = {
  readonly ok: true
  /** The paths of its files. Left out are folders, and what macOS adds. */
  readonly names: readonly string[]
  /**
   * Returns a file, which then counts as used; null for a path that the archive lacks. `size` is what the archive declares,
   * in bytes. `read` gives null where it is larger than the limit or has other bytes than declared.
   */
  take(name: string): { readonly size: number; read(): Promise<Uint8Array | null> } | null
  /** Unpacks one file, which then counts as used. It is refused where it is larger than the limit, missing or damaged. */
  read(name: string): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | ImportRefused>
  /** Returns the paths that were neither taken nor read, in the order of the archive. */
  unused(): readonly string[]
}

const options = { lazyEntries: true, validateEntrySizes: true } as const
/** Opens an archive without a copy of its bytes: copying 20 MB takes 80 ms. */
const open = ({ buffer, byteOffset, byteLength }: Uint8Array): Promise<ZipFile> =>
  promisify<Buffer, typeof options, ZipFile>(fromBuffer)(Buffer.from(buffer, byteOffset, byteLength), options)

/** What macOS adds to every archive that it makes: the views of folders, and the attributes of files. */
const isClutter = (path: string): boolean => /^__MACOSX\/|(?:^|\/)\.DS_Store$/.test(path)

/** The flag of an encrypted entry (APPNOTE.TXT 4.4.4, bit 0). */
const encryptedFlag = 1

/**
 * Lists a ZIP archive by its central directory; nothing is unpacked yet. Refused are: encrypted archives, paths that
 * leave the archive, two entries of one path or of the same bytes, more entries than the limit or than the archive
 * counts, and sizes that promise to unpack more than a hundred times the archive.
 */
export async function readArchive(bytes: Uint8Array): Promise<Archive | ImportRefused> {
  let file: ZipFile
  try {
    file = await open(bytes)
  } catch {
    return { ok: false, code: 'ZIP_DAMAGED' }
  }
  if (file.entryCount > limits.zipEntries) return { ok: false, code: 'ZIP_TOO_LARGE' }
  const directory = cursorOf(file)
  const listed = await listEntries(file)
  if (typeof listed === 'string') return { ok: false, code: listed }
  if (holdsHeader(bytes, cursorOf(file)) || overlap(listed, directory))
    return { ok: false, code: 'ZIP_DAMAGED' }
  const entries = new Map(
    listed
      .filter(({ fileName }) => !fileName.endsWith('/') && !isClutter(fileName))
      .map((entry) => [entry.fileName, entry]),
  )
  const total = listed.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (total > bytes.length * limits.zipRatio) return { ok: false, code: 'ZIP_TOO_LARGE' }
  const names = [...entries.keys()]
  const used = new Set<string>()
  const take: Archive['take'] = (name) => {
    const entry = entries.get(name)
    if (!entry) return null
    used.add(name)
    const size = entry.uncompressedSize
    return { size, read: async () => (size > limits.dataBytes ? null : unpack(file, entry)) }
  }
  return {
    ok: true,
    names,
    take,
    read: async (name) => {
      const taken = take(name)
      if (taken && taken.size > limits.dataBytes) return { ok: false, code: 'ZIP_TOO_LARGE' }
      const unpacked = (await taken?.read()) ?? null
      return unpacked === null ? { ok: false, code: 'ZIP_DAMAGED' } : { ok: true, bytes: unpacked }
    },
    unused: () => names.filter((name) => !used.has(name)),
  }
}

type ZipFault = 'ZIP_DAMAGED' | 'ZIP_ENCRYPTED' | 'ZIP_TOO_LARGE'

/** Where yauzl reads the directory; its types call the number a boolean. */
const cursorOf = ({ readEntryCursor }: ZipFile): number => Number(readEntryCursor)

/** The start of an entry of the directory (APPNOTE.TXT 4.3.12). */
const header = [0x50, 0x4b, 0x01, 0x02]
/** Whether an entry of the directory begins here. yauzl reads as many as the archive counts: one that follows is lost. */
const holdsHeader = (bytes: Uint8Array, at: number): boolean => startsWith(bytes.subarray(at, at + 4), header)

/** The least that stands before the bytes of an entry (APPNOTE.TXT 4.3.7). */
const localHeaderBytes = 30
/** Whether entries share bytes, with each other or with the directory: a small archive can unpack to anything that way. */
function overlap(entries: readonly Entry[], directory: number): boolean {
  const parts = entries
    .map((entry) => ({
      start: entry.relativeOffsetOfLocalHeader,
      end: entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.compressedSize,
    }))
    .toSorted((one, other) => one.start - other.start)
  return parts.some(({ end }, place) => end > (parts[place + 1]?.start ?? directory))
}

/** yauzl refuses paths with `..` and absolute ones. Backslashes part folders, as some programs on Windows write them. */
const listEntries = (file: ZipFile): Promise<ZipFault | readonly Entry[]> =>
  new Promise((resolve) => {
    const entries = new Map<string, Entry>()
    file.on('error', () => resolve('ZIP_DAMAGED'))
    file.on('end', () => resolve([...entries.values()]))
    file.on('entry', (entry: Entry) => {
      if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) return resolve('ZIP_ENCRYPTED')
      if (entries.has(entry.fileName)) return resolve('ZIP_DAMAGED')
      entries.set(entry.fileName, entry)
      file.readEntry()
    })
    file.readEntry()
  })

async function unpack(file: ZipFile, entry: Entry): Promise<Uint8Array | null> {
  try {
    const stream = await promisify(file.openReadStream.bind(file) as OpenStream)(entry)
    // yauzl ends the stream with an error when it yields more or fewer bytes than declared.
    const parts: Buffer[] = []
    let sum = 0
    for await (const part of stream) {
      parts.push(part as Buffer)
      sum = crc32(part, sum)
    }
    // It does not compare the checksum.
    return sum === entry.crc32 ? Buffer.concat(parts) : null
  } catch {
    return null
  }
}
type OpenStream = (entry: Entry, done: (error: Error | null, stream: NodeJS.ReadableStream) => void) => void
