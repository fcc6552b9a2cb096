import { createHash, webcrypto } from 'node:crypto'
import { managerImportLimits } from '#domain/platform/limits.ts'
import { argon2d, argon2id } from '#server/platform/crypto/argon2id.ts'
import { argon2Version, kdfIds } from './kdbx-ids.ts'
import { KdbxFault } from './kdbx-fault.ts'
import type { VariantDictionary } from './variant-dictionary.ts'

/** How a database derives its key. `memory` is in bytes. */
export type Kdf =
  | { readonly name: 'aes'; readonly seed: Buffer; readonly rounds: bigint }
  | {
      readonly name: 'argon2d' | 'argon2id'
      readonly salt: Buffer
      readonly memory: bigint
      readonly passes: bigint
      readonly parallelism: number
    }

const limits = managerImportLimits.kdf

/** Reads the derivation of KDBX 4. */
export function kdfOfDictionary(values: VariantDictionary): Kdf {
  const bytes = (name: string): Buffer => {
    const value = values.get(name)
    return Buffer.isBuffer(value) ? value : broken()
  }
  const long = (name: string): bigint => {
    const value = values.get(name)
    return typeof value === 'bigint' ? value : broken()
  }
  const int = (name: string): number => {
    const value = values.get(name)
    return typeof value === 'number' ? value : broken()
  }
  const id = bytes('$UUID').toString('hex')
  if (id === kdfIds.aes || id === kdfIds.aesOfKdbx4) {
    const seed = bytes('S')
    return seed.length === 32 ? { name: 'aes', seed, rounds: long('R') } : broken()
  }
  if (id !== kdfIds.argon2d && id !== kdfIds.argon2id) throw new KdbxFault('KDF_UNSUPPORTED')
  const hasSecret = ['K', 'A'].some((name) => values.has(name) && bytes(name).length > 0)
  if (int('V') !== argon2Version || hasSecret) throw new KdbxFault('KDF_UNSUPPORTED')
  return {
    name: id === kdfIds.argon2d ? 'argon2d' : 'argon2id',
    salt: bytes('S'),
    memory: long('M'),
    passes: long('I'),
    parallelism: int('P'),
  }
}

function broken(): never {
  throw new KdbxFault('CONTENT_BROKEN')
}

/** Refuses a derivation beyond the limits, before anything is computed. */
export function judgeKdf(kdf: Kdf): void {
  if (kdf.name === 'aes') {
    if (kdf.rounds > limits.aesRounds) throw new KdbxFault('KDF_TOO_COSTLY')
    return
  }
  const { salt, memory, passes, parallelism } = kdf
  if (
    memory > limits.argonBytes ||
    memory * passes > limits.argonWorkBytes ||
    parallelism > limits.argonLanes
  )
    throw new KdbxFault('KDF_TOO_COSTLY')
  // RFC 9106 §3.1
  if (passes < 1 || parallelism < 1 || memory < 8 * 1024 * parallelism || salt.length < 8) broken()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Derives the key of 32 bytes from the composite key of a database. One derivation runs at a time: each may take
 * 256 MiB.
 */
export function deriveKey(kdf: Kdf, composite: Buffer): Promise<Buffer> {
  const own = last.then(() => (kdf.name === 'aes' ? aesKdf(kdf, composite) : argon(kdf, composite)))
  last = own.catch(() => undefined)
  return own
}

function argon(kdf: Exclude<Kdf, { name: 'aes' }>, composite: Buffer): Promise<Buffer> {
  const hash = kdf.name === 'argon2d' ? argon2d : argon2id
  return hash({
    message: composite,
    salt: kdf.salt,
    memory: Number(kdf.memory / 1024n),
    passes: Number(kdf.passes),
    parallelism: kdf.parallelism,
    length: 32,
  })
}

/** Encryptions that one call of Web Crypto makes; it runs on another thread. */
const roundsAtOnce = 65_536
const zeros = new Uint8Array(16 * roundsAtOnce)

/**
 * Encrypts each half of the key n times with AES-256. n encryptions of a block, each of the result of the one before,
 * are one encryption of n zero blocks in the mode CBC, with the block as its initial vector.
 */
async function aesKdf({ seed, rounds }: Extract<Kdf, { name: 'aes' }>, composite: Buffer): Promise<Buffer> {
  const { subtle } = webcrypto
  const key = await subtle.importKey('raw', new Uint8Array(seed), 'AES-CBC', false, ['encrypt'])
  const encrypted = async (half: Buffer): Promise<Buffer> => {
    let block = half
    for (let left = Number(rounds); left > 0; left -= roundsAtOnce) {
      const length = 16 * Math.min(left, roundsAtOnce)
      const iv = new Uint8Array(block)
      const chain = await subtle.encrypt({ name: 'AES-CBC', iv }, key, zeros.subarray(0, length))
      block = Buffer.from(chain, length - 16, 16)
    }
    return block
  }
  const halves = await Promise.all([encrypted(composite.subarray(0, 16)), encrypted(composite.subarray(16))])
  return createHash('sha256').update(Buffer.concat(halves)).digest()
}
