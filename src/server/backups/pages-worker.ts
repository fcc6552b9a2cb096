import { createHash } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { digestBytes, numberBytes, type ComparedPages, type ComparedFile } from './pages.ts'

/** How many pages are read at once; their size is at most 64 KiB. */
const batchPages = 64

/** Reads the size of the pages in the header of an SQLite file; 1 stands for 65,536. */
function pageBytesOf(file: number): number {
  const header = Buffer.alloc(100)
  if (readSync(file, header, 0, header.length, 0) < header.length) return 4_096
  const size = header.readUInt16BE(16)
  return size === 1 ? 65_536 : size
}

function compare({ file, known, into }: ComparedFile): ComparedPages {
  const source = openSync(file, 'r')
  const target = into === null ? null : openSync(into, 'w', 0o600)
  try {
    const pageBytes = pageBytesOf(source)
    const count = Math.ceil(fstatSync(source).size / pageBytes)
    const digests = new Uint8Array(count * digestBytes)
    const isKnown = known !== null && known.pageBytes === pageBytes
    const batch = Buffer.alloc(batchPages * pageBytes)
    const number = Buffer.alloc(numberBytes)
    let changed = 0
    for (let page = 0; page < count;) {
      const read = readSync(source, batch, 0, batch.length, page * pageBytes)
      for (let at = 0; at < read; at += pageBytes, page += 1) {
        const content = batch.subarray(at, Math.min(at + pageBytes, read))
        const digest = createHash('sha256').update(content).digest()
        digests.set(digest, page * digestBytes)
        const place = page * digestBytes
        if (isKnown && digest.equals(known.digests.subarray(place, place + digestBytes))) continue
        changed += 1
        if (target === null) continue
        number.writeUInt32BE(page)
        writeSync(target, number)
        writeSync(target, content)
      }
      if (read === 0) throw new Error('the copy became shorter')
    }
    if (target !== null) fsyncSync(target)
    return { pages: { pageBytes, digests }, count, changed }
  } finally {
    closeSync(source)
    if (target !== null) closeSync(target)
  }
}

// In a thread of its own: the whole file is read, and the server goes on meanwhile.
parentPort?.postMessage(compare(workerData as ComparedFile))
