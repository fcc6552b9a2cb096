import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { managerImportLimits as limits } from '#domain/platform/limits.ts'
import { readFile } from './formats.ts'
import { zipOf } from './samples/zip-writer.ts'

const table = 'name,url,username,password\na,https://a.exemple.fr,u,p\n'
const twoEntries = {
  'data.json': JSON.stringify({ encrypted: false, items: [{ id: 'i1', type: 1, name: 'a', login: {} }] }),
  'attachments/i1/plan.txt': 'le plan du bâtiment',
}

/** Returns where the entries of the directory of an archive begin. */
function headersOf(bytes: Buffer): number[] {
  const places: number[] = []
  const end = bytes.lastIndexOf('PK\u0005\u0006')
  for (let at = bytes.readUInt32LE(end + 16); at < end; at = bytes.indexOf('PK\u0001\u0002', at + 1)) {
    if (at < 0) break
    places.push(at)
  }
  return places
}

/** Changes an archive: `nth` gives the place of an entry of its directory, `end` that of the end of the directory. */
function patched(
  files: Readonly<Record<string, string | Uint8Array>>,
  change: (bytes: Buffer, nth: (place: number) => number, end: number) => void,
): Buffer {
  const bytes = Buffer.from(zipOf(files))
  const headers = headersOf(bytes)
  const nth = (place: number): number => {
    const at = headers[place]
    if (at === undefined) throw new Error('no such entry')
    return at
  }
  change(bytes, nth, bytes.lastIndexOf('PK\u0005\u0006'))
  return bytes
}

async function outcomeOf(bytes: Uint8Array) {
  const read = await readFile(bytes)
  if ('ok' in read) return read.code
  const { entries, notes } = read.found
  const contents = await Promise.all(
    entries.flatMap(({ files }) => files.map(async (file) => (await file.read())?.toString() ?? null)),
  )
  return [read.format.id, entries.length, ...contents, ...notes.map(({ reason }) => reason)]
}

/** Places within an entry of the directory (APPNOTE.TXT 4.3.12). */
const [flags, checksum, packedSize, size, offset, name] = [8, 16, 20, 24, 42, 46]

describe('a hostile ZIP', () => {
  it('is read where nothing is wrong with it', async () => {
    expect(await outcomeOf(patched({ 'a.csv': table }, () => {}))).toEqual(['chromium', 1])
    expect(await outcomeOf(patched(twoEntries, () => {}))).toEqual([
      'bitwarden-json',
      1,
      'le plan du bâtiment',
    ])
  })

  it('is refused with an encrypted entry [MNGR-09]', async () => {
    const sealed = patched(twoEntries, (bytes, nth) => bytes.writeUInt16LE(0x0801, nth(1) + flags))
    expect(await outcomeOf(sealed)).toBe('ZIP_ENCRYPTED')
  })

  it.each(['../a.csv', 'a/../../a.csv', '/a.csv', 'C:/a.csv', 'a\\..\\..\\a.csv', '\\a.csv', '..'])(
    'is refused with the path %s [MNGR-29]',
    async (path) => {
      expect(await outcomeOf(zipOf({ [path]: table }))).toBe('ZIP_DAMAGED')
      expect(await outcomeOf(zipOf({ ...twoEntries, [path]: 'x' }))).toBe('ZIP_DAMAGED')
    },
  )

  it('may part its folders by backslashes', async () => {
    expect(await outcomeOf(zipOf({ 'Export\\Chrome.csv': table }))).toEqual(['chromium', 1])
  })

  it('is refused with two entries of one path [MNGR-29]', async () => {
    const twice = patched({ 'a.csv': table, 'b.csv': table }, (bytes, nth) => bytes.write('a', nth(1) + name))
    expect(await outcomeOf(twice)).toBe('ZIP_DAMAGED')
    expect(await outcomeOf(zipOf({ 'x/a.csv': table, 'x\\a.csv': table }))).toBe('ZIP_DAMAGED')
  })

  it('is refused with entries that share bytes [MNGR-28]', async () => {
    const same = patched(twoEntries, (bytes, nth) => {
      bytes.copy(bytes, nth(1) + checksum, nth(0) + checksum, nth(0) + checksum + 12)
      bytes.writeUInt32LE(0, nth(1) + offset)
    })
    expect(await outcomeOf(same)).toBe('ZIP_DAMAGED')
    // The first one reaches over the header of the second.
    const over = patched(twoEntries, (bytes, nth) =>
      bytes.writeUInt32LE(bytes.readUInt32LE(nth(0) + packedSize) + 30, nth(0) + packedSize),
    )
    expect(await outcomeOf(over)).toBe('ZIP_DAMAGED')
    // The last one reaches into the directory.
    const beyond = patched({ 'a.csv': table }, (bytes, nth) =>
      bytes.writeUInt32LE(bytes.readUInt32LE(nth(0) + packedSize) + 10, nth(0) + packedSize),
    )
    expect(await outcomeOf(beyond)).toBe('ZIP_DAMAGED')
  })

  it.each([-1, 1, 5_000])('is refused where a size lies by %i [MNGR-28]', async (by) => {
    const lie = (bytes: Buffer, at: number): number =>
      bytes.writeUInt32LE(bytes.readUInt32LE(at + size) + by, at + size)
    expect(await outcomeOf(patched({ 'a.csv': table }, (bytes, nth) => lie(bytes, nth(0))))).toBe(
      'ZIP_DAMAGED',
    )
    // Of an attached file only that one is lost: its entry tells so.
    expect(await outcomeOf(patched(twoEntries, (bytes, nth) => lie(bytes, nth(1))))).toEqual([
      'bitwarden-json',
      1,
      null,
    ])
  })

  it('is refused where the checksum is another [MNGR-29]', async () => {
    const lie = (bytes: Buffer, at: number): number => bytes.writeUInt32LE(1, at + checksum)
    expect(await outcomeOf(patched({ 'a.csv': table }, (bytes, nth) => lie(bytes, nth(0))))).toBe(
      'ZIP_DAMAGED',
    )
    expect(await outcomeOf(patched(twoEntries, (bytes, nth) => lie(bytes, nth(1))))).toEqual([
      'bitwarden-json',
      1,
      null,
    ])
  })

  it('is refused where it unpacks to more than a hundred times its size, or says so [MNGR-28]', async () => {
    expect(await outcomeOf(zipOf({ 'a.csv': 'a'.repeat(1_000_000) }))).toBe('ZIP_TOO_LARGE')
    const promise = patched(twoEntries, (bytes, nth) => bytes.writeUInt32LE(1_000_000, nth(1) + size))
    expect(await outcomeOf(promise)).toBe('ZIP_TOO_LARGE')
    // One that hides its size is not unpacked beyond it.
    const hidden = patched({ 'a.csv': 'a'.repeat(1_000_000) }, (bytes, nth) =>
      bytes.writeUInt32LE(1_000, nth(0) + size),
    )
    expect(await outcomeOf(hidden)).toBe('ZIP_DAMAGED')
  })

  it('is refused where its data are too large, before they are unpacked [MNGR-28]', async () => {
    const large = {
      ...twoEntries,
      'attachments/i1/image': randomBytes(limits.dataBytes / limits.zipRatio + 99_999),
    }
    const claim = (path: number) =>
      patched(large, (bytes, nth) => bytes.writeUInt32LE(limits.dataBytes + 1, nth(path) + size))
    expect(await outcomeOf(claim(0))).toBe('ZIP_TOO_LARGE')
    const read = await readFile(claim(1))
    if ('ok' in read) throw new Error(read.code)
    const [plan] = read.found.entries[0]?.files ?? []
    expect([plan?.size, await plan?.read()]).toEqual([limits.dataBytes + 1, null])
  })

  it('is refused with too many entries, and where it has other ones than it counts [MNGR-28] [MNGR-29]', async () => {
    const counting = (count: number) =>
      patched(twoEntries, (bytes, _nth, end) => {
        bytes.writeUInt16LE(count, end + 8)
        bytes.writeUInt16LE(count, end + 10)
      })
    expect(await outcomeOf(counting(limits.zipEntries + 1))).toBe('ZIP_TOO_LARGE')
    expect(await outcomeOf(counting(3))).toBe('ZIP_DAMAGED')
    // The second one would be lost without a word.
    expect(await outcomeOf(counting(1))).toBe('ZIP_DAMAGED')
  })

  it('is refused where it is cut [MNGR-29]', async () => {
    const bytes = zipOf(twoEntries)
    for (let length = 4; length < bytes.length; length += 1)
      expect(await outcomeOf(bytes.subarray(0, length)), String(length)).toBe('ZIP_DAMAGED')
  })
})
