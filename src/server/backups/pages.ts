import { once } from 'node:events'
import { open, type FileHandle } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

/** The name of the changed pages in an increment: each is its number, counted from 0 in four bytes, then the page. */
export const pagesName = 'trousseau.pages'
/** The bytes of a SHA-256, and of the number of a page. */
export const digestBytes = 32
export const numberBytes = 4

/** The digests of the pages of an SQLite file, one after the other. */
export type PageDigests = { readonly pageBytes: number; readonly digests: Uint8Array }

/** What is compared: a file, with the digests of an earlier one, and where its changed pages are written; null: nowhere. */
export type ComparedFile = {
  readonly file: string
  readonly known: PageDigests | null
  readonly into: string | null
}

export type ComparedPages = {
  readonly pages: PageDigests
  readonly count: number
  /** How many pages are not those of the earlier file. */
  readonly changed: number
}

/**
 * Takes the digests of the pages of an SQLite file that nobody writes, in a thread of its own, and writes those that changed.
 * @throws the error of the file system
 */
export async function comparePages(compared: ComparedFile): Promise<ComparedPages> {
  const worker = new Worker(new URL('./pages-worker.ts', import.meta.url), { workerData: compared })
  try {
    const [done] = (await once(worker, 'message')) as [ComparedPages]
    return done
  } finally {
    await worker.terminate()
  }
}

/**
 * Writes changed pages over the file that they were compared with, and cuts it to its length. What became of it is known by its
 * digest only: whoever calls compares that.
 * @param bytes the length of the file that the pages are of
 */
export async function applyPages({
  file,
  pages,
  pageBytes,
  bytes,
}: {
  file: string
  pages: string
  pageBytes: number
  bytes: number
}): Promise<void> {
  await using target = await open(file, 'r+')
  await using source = await open(pages, 'r')
  const record = Buffer.alloc(numberBytes + pageBytes)
  while (await readWhole(source, record))
    await target.write(record, numberBytes, pageBytes, record.readUInt32BE(0) * pageBytes)
  await target.truncate(bytes)
  await target.sync()
}

/** @returns whether there was one more record; a part of one counts as none */
async function readWhole(source: FileHandle, record: Buffer): Promise<boolean> {
  for (let have = 0; have < record.length;) {
    const { bytesRead } = await source.read(record, have, record.length - have, null)
    if (bytesRead === 0) return false
    have += bytesRead
  }
  return true
}
