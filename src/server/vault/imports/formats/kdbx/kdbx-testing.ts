import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Secret } from '#server/platform/crypto/secret.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { readFile, type FileReading, type ReadFile } from '../formats.ts'
import type { FoundEntry } from '../found.ts'
import { ByteReader } from './byte-reader.ts'
import { compositeKey } from './credentials.ts'
import { readHeader } from './header.ts'
import { innerFields, streamIds } from './kdbx-ids.ts'
import type { KdbxTree } from './kdbx-tree.ts'
import { deriveKey } from './kdf.ts'
import { hmacOf } from './open.ts'
import { sealKdbx, writeKdbx, type KdbxProtection } from './write.ts'

/** A database that another program wrote; see `fixtures/README.md`. */
export const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** A key that is derived at once. */
export const cheap = { memory: 1024, passes: 1, parallelism: 1 } as const

export const essai = new Secret('essai')

/** Writes a database in one piece, with a cheap key. */
export async function written(tree: KdbxTree, protection: Partial<KdbxProtection> = {}): Promise<Buffer> {
  const parts: Buffer[] = []
  const whole = { password: essai, cost: cheap, ...protection }
  for await (const part of writeKdbx(tree, whole, createYielder())) parts.push(part)
  return Buffer.concat(parts)
}

/** Reads a file and throws if it is refused. */
export async function opened(
  bytes: Uint8Array,
  reading: FileReading = { password: essai },
): Promise<ReadFile> {
  const read = await readFile(bytes, reading)
  if ('ok' in read) throw new Error(read.code)
  return read
}

/** Returns why a file is refused; null if it is read. */
export async function faultOf(
  bytes: Uint8Array,
  reading: FileReading = { password: essai },
): Promise<string | null> {
  const read = await readFile(bytes, reading)
  return 'ok' in read ? read.code : null
}

/** The bytes of an entry's files, by name. */
export const filesIn = async (entry: FoundEntry): Promise<Record<string, Buffer | null>> =>
  Object.fromEntries(
    await Promise.all(
      entry.files.map(async (file) => {
        const bytes = await file.read()
        return [file.name, bytes === null ? null : Buffer.from(bytes)] as const
      }),
    ),
  )

/** Returns a database of KDBX 4 with the same content in blocks of a size. Its password is `essai`. */
export async function withBlocksOf(size: number, file: Buffer): Promise<Buffer> {
  const header = readHeader(file)
  const derived = await deriveKey(header.kdf, compositeKey(essai.reveal(), null))
  const mac = createHash('sha512')
    .update(Buffer.concat([header.masterSeed, derived]))
    .update(Buffer.of(1))
    .digest()
  const body = new ByteReader(file, header.bytes.length)
  const head = body.take(64)
  const parts: Buffer[] = []
  for (let length = -1; length !== 0;) {
    body.take(32)
    length = body.uint32()
    parts.push(body.take(length))
  }
  const whole = Buffer.concat(parts)
  const blocks: Buffer[] = []
  for (let at = 0, block = 0n; at < whole.length + size; at += size, block += 1n) {
    const bytes = whole.subarray(at, at + size)
    const [number, length] = [Buffer.alloc(8), Buffer.alloc(4)]
    number.writeBigUInt64LE(block)
    length.writeUInt32LE(bytes.length)
    blocks.push(hmacOf({ mac }, block, number, length, bytes), length, bytes)
  }
  return Buffer.concat([header.bytes, head, ...blocks])
}

/** Returns a field of the inner header. */
export const fieldOf = (id: number, value: Uint8Array): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt8(id)
  head.writeUInt32LE(value.length, 1)
  return Buffer.concat([head, value])
}

export const emptyDatabase = '<KeePassFile><Root><Group></Group></Root></KeePassFile>'

async function* listed(...parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts
}

/** Returns a database of KDBX 4 of a document, and of fields of the inner header. */
export async function databaseOf(document: string, fields: Buffer): Promise<Buffer> {
  const stream = Buffer.alloc(4)
  stream.writeUInt32LE(streamIds.chacha20)
  const content = listed(
    fieldOf(innerFields.streamId, stream),
    fieldOf(innerFields.streamKey, Buffer.alloc(64, 1)),
    fields,
    fieldOf(innerFields.end, Buffer.alloc(0)),
    Buffer.from(document),
  )
  const parts: Buffer[] = []
  for await (const part of sealKdbx(content, { password: essai, cost: cheap })) parts.push(part)
  return Buffer.concat(parts)
}
