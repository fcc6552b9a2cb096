import { createHash, randomBytes } from 'node:crypto'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { masterKeyCost } from '#server/platform/crypto/argon2-cost.ts'
import { normalised, saltBytes } from '#server/platform/crypto/argon2id.ts'
import { dataKeyFrom, type DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, overheadBytes } from '#server/platform/crypto/envelope.ts'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { chunkBytes, cut } from '#server/vault/attachments/sealing.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { ImportRefused } from '../../model.ts'
import { ByteReader } from '../kdbx/byte-reader.ts'
import { KdbxFault } from '../kdbx/kdbx-fault.ts'
import { deriveKey, judgeKdf, type Kdf } from '../kdbx/kdf.ts'

/**
 * A Trousseau archive. Numbers are little-endian.
 *
 * | bytes | content                                                                        |
 * |-------|--------------------------------------------------------------------------------|
 * | 12    | 0x89 `TROUSSEAU` CR LF, which tells it from a text, and shows changed line ends |
 * | 2     | version, 2; 1 had no sources                                                   |
 * | 12    | Argon2id: memory in KiB, passes, lanes                                         |
 * | 16    | salt                                                                           |
 * | 32    | SHA-256 of all before it                                                       |
 * | 34    | envelope of nothing at the place `check`: a wrong password does not open it    |
 * | n     | envelopes of chunks of 64 KiB; the last is shorter, and padded to 4 KiB        |
 *
 * The key is HKDF-SHA256(Argon2id(NFKC(password), salt, cost), `archive|` and the header). Each chunk is bound to its
 * number and the last one to being last (SP 800-38D, as attachments): none can be changed, left out, repeated or swapped.
 */
const start = Buffer.from([0x89, ...Buffer.from('TROUSSEAU\r\n')])
export const archiveStart: readonly number[] = [...start]
const version = 2
const headerBytes = start.length + 2 + 12 + saltBytes
const hashBytes = 32
const sealedChunkBytes = chunkBytes + overheadBytes

const placeIn = (field: string, revision = 0): SealPlace => ({
  table: 'archive',
  rowId: 0,
  field,
  parentId: 0,
  revision,
})
const checkPlace = placeIn('check')
const placeOfChunk = (number: number, isLast: boolean): SealPlace =>
  placeIn(isLast ? 'last' : 'chunk', number)

const hashOf = (header: Uint8Array): Buffer => createHash('sha256').update(header).digest()

async function keyOf(password: Secret<string>, kdf: Kdf, header: Uint8Array): Promise<DataKey> {
  const message = normalised(password.reveal())
  const stretched = await deriveKey(kdf, message)
  const derived = hkdf(stretched, Buffer.concat([Buffer.from('archive|'), header]))
  const key = dataKeyFrom(1, derived)
  for (const bytes of [message, stretched, derived]) bytes.fill(0)
  return key
}

const kdfOf = (salt: Buffer, { memory, passes, parallelism }: Argon2Cost): Kdf => ({
  name: 'argon2id',
  salt,
  memory: BigInt(memory) * 1024n,
  passes: BigInt(passes),
  parallelism,
})

/**
 * Seals the content of an archive in parts. One chunk is in memory at a time.
 * @param cost for tests only
 */
export async function* sealArchive(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  password: Secret<string>,
  cost: Argon2Cost = masterKeyCost,
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes)
  const numbers = Buffer.alloc(14)
  numbers.writeUInt16LE(version)
  for (const [place, number] of [cost.memory, cost.passes, cost.parallelism].entries())
    numbers.writeUInt32LE(number, 2 + 4 * place)
  const header = Buffer.concat([start, numbers, salt])
  const key = await keyOf(password, kdfOf(salt, cost), header)
  yield Buffer.concat([header, hashOf(header), seal(key, checkPlace, Buffer.alloc(0))])
  for await (const { number, isLast, bytes } of cut(content, () => undefined))
    yield seal(key, placeOfChunk(number, isLast), bytes)
}

type Opened = { readonly ok: true; readonly content: Buffer }

/**
 * Opens an archive: all of it is authenticated before any of it is returned.
 * @returns its content, with the zeros after it; or why the file is refused
 */
export async function openArchive(
  bytes: Uint8Array,
  password: Secret<string> | null,
  yielder: Yielder,
): Promise<Opened | ImportRefused> {
  try {
    return await opened(bytes, password, yielder)
  } catch (error) {
    if (error instanceof KdbxFault) return { ok: false, code: error.code }
    if (error instanceof SealError) return { ok: false, code: 'CONTENT_BROKEN' }
    throw error
  }
}

async function opened(
  bytes: Uint8Array,
  password: Secret<string> | null,
  yielder: Yielder,
): Promise<Opened | ImportRefused> {
  const reader = new ByteReader(bytes)
  const header = new ByteReader(reader.take(headerBytes), start.length)
  const written = header.uint16()
  if (written > version) return { ok: false, code: 'ARCHIVE_NEW' }
  if (written === 0) return { ok: false, code: 'CONTENT_BROKEN' }
  const cost = { memory: header.uint32(), passes: header.uint32(), parallelism: header.uint32() }
  const kdf = kdfOf(header.take(saltBytes), cost)
  const head = bytes.subarray(0, headerBytes)
  if (!reader.take(hashBytes).equals(hashOf(head))) return { ok: false, code: 'CONTENT_BROKEN' }
  judgeKdf(kdf)
  if (password === null) return { ok: false, code: 'FILE_PASSWORD_NEEDED' }
  const key = await keyOf(password, kdf, head)
  const check = asSealed(reader.take(overheadBytes))
  try {
    unseal(key, checkPlace, check)
  } catch {
    return { ok: false, code: 'FILE_PASSWORD_WRONG' }
  }
  const sealed = reader.rest()
  const count = Math.max(1, Math.ceil(sealed.length / sealedChunkBytes))
  const lastBytes = sealed.length - (count - 1) * sealedChunkBytes
  if (lastBytes < overheadBytes) return { ok: false, code: 'CONTENT_BROKEN' }
  const content = Buffer.alloc(sealed.length - count * overheadBytes)
  for (let number = 0; number < count; number += 1) {
    const at = number * sealedChunkBytes
    const chunk = asSealed(sealed.subarray(at, at + sealedChunkBytes))
    content.set(unseal(key, placeOfChunk(number, number === count - 1), chunk), number * chunkBytes)
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return { ok: true, content }
}
