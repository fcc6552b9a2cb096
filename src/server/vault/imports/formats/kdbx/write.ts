import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { innerStream } from './ciphers.ts'
import { compositeKey } from './credentials.ts'
import {
  argon2Version,
  cipherIds,
  headerFields,
  innerFields,
  kdfIds,
  signature,
  streamIds,
} from './kdbx-ids.ts'
import type { KdbxTree } from './kdbx-tree.ts'
import { deriveKey } from './kdf.ts'
import { hmacOf, wholeHeader } from './open.ts'
import { sized, writeDictionary } from './variant-dictionary.ts'
import { filesOf, xmlOf } from './write-xml.ts'

/** What protects a written database. Memory is in KiB. */
export const exportCost: Argon2Cost = { memory: 64 * 1024, passes: 3, parallelism: 2 }

export type KdbxProtection = {
  /** Null: the key file alone opens it. */
  readonly password: Secret<string> | null
  readonly keyFile?: Uint8Array
  readonly cost?: Argon2Cost
}

/** KeePass's size of a block. */
const blockBytes = 1024 * 1024

/**
 * Writes a KDBX 4.1 database in parts: AES-256, Argon2id, gzip, HMAC blocks. It holds one entry of the document, or one
 * part of an attached file, at a time.
 */
export const writeKdbx = (
  tree: KdbxTree,
  protection: KdbxProtection,
  yielder: Yielder,
): AsyncGenerator<Buffer> => sealKdbx(contentOf(tree, yielder), protection)

/** Compresses and encrypts the content of a database. */
export async function* sealKdbx(
  content: AsyncIterable<Buffer>,
  { password, keyFile, cost = exportCost }: KdbxProtection,
): AsyncGenerator<Buffer> {
  const [masterSeed, iv, salt] = [randomBytes(32), randomBytes(16), randomBytes(32)]
  const header = headerOf({ masterSeed, iv, salt, cost })
  const kdf = {
    name: 'argon2id',
    salt,
    memory: 1024n * BigInt(cost.memory),
    passes: BigInt(cost.passes),
    parallelism: cost.parallelism,
  } as const
  const derived = await deriveKey(kdf, compositeKey(password?.reveal() ?? null, keyFile ?? null))
  const seeded = Buffer.concat([masterSeed, derived])
  const mac = createHash('sha512').update(seeded).update(Buffer.of(1)).digest()
  yield Buffer.concat([
    header,
    createHash('sha256').update(header).digest(),
    hmacOf({ mac }, wholeHeader, header),
  ])
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(seeded).digest(), iv)
  let [waiting, length, number] = [[] as Buffer[], 0, 0n]
  /** Ends a block: what it consists of, without a copy of its bytes. */
  const block = (): Buffer[] => {
    const [index, size] = [u64(number), u32(length)]
    const sealed = [Buffer.concat([hmacOf({ mac }, number, index, size, ...waiting), size]), ...waiting]
    ;[waiting, length, number] = [[], 0, number + 1n]
    return sealed
  }
  // One part in advance: by default, sixteen would wait in memory.
  const parts = Readable.from(content, { objectMode: false, highWaterMark: 1 })
  const packed = createGzip()
  parts.once('error', (error) => packed.destroy(error))
  for await (const part of parts.pipe(packed)) {
    const encrypted = cipher.update(part as Buffer)
    waiting.push(encrypted)
    length += encrypted.length
    if (length >= blockBytes) yield* block()
  }
  const last = cipher.final()
  waiting.push(last)
  length += last.length
  yield* block()
  yield* block()
}

const u32 = (value: number): Buffer => sized(4, (to) => to.writeUInt32LE(value))
const u64 = (value: bigint): Buffer => sized(8, (to) => to.writeBigUInt64LE(value))

type HeaderInput = { masterSeed: Buffer; iv: Buffer; salt: Buffer; cost: Argon2Cost }

function headerOf({ masterSeed, iv, salt, cost }: HeaderInput): Buffer {
  const kdf = writeDictionary({
    $UUID: Buffer.from(kdfIds.argon2id, 'hex'),
    S: salt,
    P: cost.parallelism,
    M: 1024n * BigInt(cost.memory),
    I: BigInt(cost.passes),
    V: argon2Version,
  })
  return Buffer.concat([
    signature,
    // Version 4.1: the minor number first.
    Buffer.of(1, 0, 4, 0),
    field(headerFields.cipher, Buffer.from(cipherIds.aes, 'hex')),
    field(headerFields.compression, u32(1)),
    field(headerFields.masterSeed, masterSeed),
    field(headerFields.iv, iv),
    field(headerFields.kdf, kdf),
    field(headerFields.end, Buffer.from('\r\n\r\n')),
  ])
}

const field = (id: number, value: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(id), u32(value.length), value])

/** Yields what is compressed and encrypted: the inner header with the attached files, then the document. */
export async function* contentOf(tree: KdbxTree, yielder: Yielder): AsyncGenerator<Buffer> {
  const streamKey = randomBytes(64)
  yield field(innerFields.streamId, u32(streamIds.chacha20))
  yield field(innerFields.streamKey, streamKey)
  for (const file of filesOf(tree.root)) {
    // The first byte: KeePass protects the file in memory.
    yield Buffer.concat([Buffer.of(innerFields.file), u32(file.size + 1), Buffer.of(1)])
    for await (const part of file.read())
      if (part.length > 0) yield Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  }
  yield field(innerFields.end, Buffer.alloc(0))
  for (const part of xmlOf(tree, innerStream(streamIds.chacha20, streamKey))) {
    yield Buffer.from(part)
    const pause = yielder.step(8)
    if (pause) await pause
  }
}
