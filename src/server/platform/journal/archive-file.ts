import { randomBytes, type KeyObject } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, overheadBytes } from '#server/platform/crypto/envelope.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'

/**
 * A sealed file of lines.
 *
 * | bytes | content                                                                                  |
 * |-------|------------------------------------------------------------------------------------------|
 * | 20    | 0x89 `TROUSSEAU-JRNL` CR LF, a zero byte, and the version, 1                             |
 * | 16    | a random number: the file's key is HKDF-SHA256 of the journal's key for archives, with it as salt |
 * | n     | chunks: length (4 bytes, big-endian), then the envelope of a part of the lines, compressed by Zstandard |
 *
 * Each chunk is bound to its number and the last one to being last: none can be changed, left out, repeated, swapped, or
 * taken from another file.
 */
const start = Buffer.from([0x89, ...Buffer.from('TROUSSEAU-JRNL\r\n'), 0, 1])
const saltBytes = 16
/** Characters of a chunk before it is compressed; a line may go beyond. */
const chunkCharacters = 256 * 1024
/** A line is at most that of a block and its rows' numbers: some tens of KiB. */
const longestChunk = 64 * 1024 * 1024

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const keyOf = (key: KeyObject, salt: Uint8Array): DataKey =>
  dataKeyFrom(1, hkdf(key, 'trousseau|journal|archive', { salt }))

const placeOf = (number: number, isLast: boolean): SealPlace => ({
  table: 'journal_archive',
  rowId: 0,
  field: isLast ? 'last' : 'chunk',
  parentId: 0,
  revision: number,
})

/** Writes lines into a new file, or over one that a crash left, and makes it durable. One chunk is in memory at a time. */
export async function writeSealedLines(
  path: string,
  key: KeyObject,
  lines: AsyncIterable<string>,
): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  const salt = randomBytes(saltBytes)
  const own = keyOf(key, salt)
  await file.writeFile(Buffer.concat([start, salt]))
  let number = 0
  const write = async (text: string, isLast: boolean): Promise<void> => {
    const sealed = seal(own, placeOf(number, isLast), await compress(text))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    await file.writeFile(Buffer.concat([length, sealed]))
    number += 1
  }
  let text = ''
  for await (const line of lines) {
    if (text.length >= chunkCharacters) {
      await write(text, false)
      text = ''
    }
    text += `${line}\n`
  }
  await write(text, true)
  await file.sync()
}

/**
 * Yields the lines of a file. Each chunk is authenticated before a line of it is given.
 * @throws SealError if it was changed or cut off, is of another key, or is no such file
 */
export async function* sealedLines(path: string, key: KeyObject): AsyncGenerator<string> {
  await using file = await open(path, 'r')
  const header = await take(file, start.length + saltBytes)
  if (!header?.subarray(0, start.length).equals(start)) throw broken('no archive of a journal')
  const own = keyOf(key, header.subarray(start.length))
  let length = await lengthIn(file)
  if (length === null) throw broken('cut off')
  for (let number = 0; length !== null; number += 1) {
    const sealed = await take(file, length)
    if (sealed === null) throw broken('cut off')
    length = await lengthIn(file)
    const text = await decompress(unseal(own, placeOf(number, length === null), asSealed(sealed)))
    for (let from = 0; from < text.length;) {
      const end = text.indexOf(10, from)
      yield text.toString('utf8', from, end)
      from = end + 1
    }
  }
}

const broken = (what: string): SealError => new SealError('FORMAT', what)

async function lengthIn(file: FileHandle): Promise<number | null> {
  const bytes = await take(file, 4)
  if (bytes === null) return null
  const length = bytes.readUInt32BE()
  if (length < overheadBytes || length > longestChunk) throw broken('no chunk')
  return length
}

/** Reads on. @returns null at the end of the file */
async function take(file: FileHandle, length: number): Promise<Buffer | null> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  if (filled === 0) return null
  if (filled < length) throw broken('cut off')
  return bytes
}
