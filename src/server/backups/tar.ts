/**
 * The container of a backup: tar in the form ustar (POSIX.1-1988), so that `tar` lists and extracts it. Regular files only.
 * A size beyond 8 GiB is written in base 256, as GNU tar does.
 */
export class TarError extends Error {
  override readonly name = 'TarError'
}

const blockBytes = 512
const longestName = 100
const largestOctal = 0o77777777777
const sizeAt = 124
const checksumAt = 148

export type TarEntry = {
  readonly name: string
  readonly bytes: number
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

function headerOf({ name, bytes }: Pick<TarEntry, 'name' | 'bytes'>): Buffer {
  if (Buffer.byteLength(name) > longestName) throw new TarError('the name is too long')
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100, 'latin1')
  if (bytes <= largestOctal) header.write(octal(bytes, 12), sizeAt, 'latin1')
  else {
    header[sizeAt] = 0x80
    header.writeUIntBE(bytes, sizeAt + 6, 6)
  }
  header.write(octal(0, 12), 136, 'latin1')
  header.write(' '.repeat(8), checksumAt, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  header.write(`${octal(sumOf(header), 7)} `, checksumAt, 'latin1')
  return header
}

const sumOf = (header: Uint8Array): number => header.reduce((sum, byte) => sum + byte, 0)

/** Writes files into a container. @throws TarError when a file has not the size that was announced */
export async function* packTar(
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield headerOf(entry)
    let left = entry.bytes
    for await (const part of entry.content) {
      left -= part.length
      yield part
    }
    if (left !== 0) throw new TarError(`${entry.name} changed its size`)
    yield Buffer.alloc(paddingOf(entry.bytes))
  }
  yield Buffer.alloc(2 * blockBytes)
}

/**
 * Reads a container file by file. Each content is read to its end, or drained, before the next file.
 * @throws TarError for a container that is damaged or ends early
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const parts = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const fill = async (): Promise<void> => {
    const next = await parts.next()
    if (next.done === true) throw new TarError('the container ends early')
    held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value])
  }
  const take = async (bytes: number): Promise<Buffer> => {
    while (held.length < bytes) await fill()
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  for (;;) {
    const header = await take(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const { name, bytes } = readHeader(header)
    let left = bytes
    async function* content(): AsyncGenerator<Buffer> {
      while (left > 0) {
        if (held.length === 0) await fill()
        const part = held.subarray(0, Math.min(left, held.length))
        held = held.subarray(part.length)
        left -= part.length
        yield part
      }
    }
    yield { name, bytes, content: content() }
    for await (const _ of content());
    await take(paddingOf(bytes))
  }
  // To its end, whose authenticity proves that nothing was cut off.
  while ((await parts.next()).done !== true);
}

function readHeader(header: Buffer): Pick<TarEntry, 'name' | 'bytes'> {
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/[\0 ].*$/s, '')
  const sum = Number.parseInt(text(checksumAt, checksumAt + 8), 8)
  const blank = Buffer.from(header).fill(' ', checksumAt, checksumAt + 8)
  const type = header[156]
  if (sum !== sumOf(blank) || (type !== 0x30 && type !== 0)) throw new TarError('a header is damaged')
  const bytes =
    header[sizeAt] === 0x80
      ? header.readUIntBE(sizeAt + 6, 6)
      : Number.parseInt(text(sizeAt, sizeAt + 12) || '0', 8)
  const name = header.toString('utf8', 0, longestName).replace(/\0.*$/s, '')
  if (!Number.isSafeInteger(bytes) || name === '') throw new TarError('a header is damaged')
  return { name, bytes }
}
