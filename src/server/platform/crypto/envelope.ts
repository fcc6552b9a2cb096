import { SealError } from './seal-error.ts'

/**
 * The format of a sealed value at rest:
 *
 * | offset | bytes | content                                                    |
 * |--------|-------|------------------------------------------------------------|
 * | 0      | 1     | format, 1                                                  |
 * | 1      | 1     | algorithm, 1 = AES-256-GCM (NIST SP 800-38D)               |
 * | 2      | 4     | version of the key that sealed it, unsigned big-endian     |
 * | 6      | 12    | IV, random, 96 bits (SP 800-38D §8.2.2)                    |
 * | 18     | n     | ciphertext, as long as the plaintext                       |
 * | 18 + n | 16    | tag; never shorter (SP 800-38D appendix C on short tags)   |
 */
const formatByte = 1
const aes256Gcm = 1
export const ivBytes = 12
export const tagBytes = 16
const headerBytes = 6 + ivBytes
/** The bytes that an envelope adds to its plaintext. */
export const overheadBytes = headerBytes + tagBytes
/** The greatest key version that an envelope can name. */
export const greatestKeyVersion = 0xffff_ffff

declare const sealedBrand: unique symbol

/** An envelope's bytes. Only `encodeEnvelope` and `asSealed` return one. */
export type Sealed = Uint8Array & { readonly [sealedBrand]: true }

/** A decoded envelope; the arrays are views on it, not copies. */
export type Envelope = {
  readonly keyVersion: number
  readonly iv: Uint8Array
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
}

/**
 * Encodes an envelope.
 * @throws RangeError if the version is no u32, or the IV or tag have a wrong length: a fault of the caller.
 */
export function encodeEnvelope({ keyVersion, iv, ciphertext, tag }: Envelope): Sealed {
  if (keyVersion >>> 0 !== keyVersion) throw new RangeError('key version is not an unsigned 32-bit number')
  if (iv.length !== ivBytes) throw new RangeError('IV is not 12 bytes long')
  if (tag.length !== tagBytes) throw new RangeError('tag is not 16 bytes long')
  const end = headerBytes + ciphertext.length
  const bytes = Buffer.allocUnsafe(end + tagBytes)
  bytes[0] = formatByte
  bytes[1] = aes256Gcm
  bytes[2] = keyVersion >>> 24
  bytes[3] = keyVersion >>> 16
  bytes[4] = keyVersion >>> 8
  bytes[5] = keyVersion
  bytes.set(iv, 6)
  bytes.set(ciphertext, headerBytes)
  bytes.set(tag, end)
  return bytes as Uint8Array as Sealed
}

/**
 * Decodes an envelope, without unsealing it.
 * @throws SealError FORMAT if it is too short, or of a format or algorithm that this code does not know.
 */
export function decodeEnvelope(sealed: Sealed): Envelope {
  const keyVersion = keyVersionOf(sealed)
  const end = sealed.length - tagBytes
  return {
    keyVersion,
    iv: sealed.subarray(6, headerBytes),
    ciphertext: sealed.subarray(headerBytes, end),
    tag: sealed.subarray(end),
  }
}

/**
 * Returns the version of the key that sealed a value. It is not authenticated until the value is unsealed (the version is
 * part of the authenticated data).
 * @throws SealError FORMAT as `decodeEnvelope`.
 */
export function keyVersionOf(sealed: Sealed): number {
  if (sealed.length < overheadBytes) throw new SealError('FORMAT', 'envelope too short')
  if (sealed[0] !== formatByte) throw new SealError('FORMAT', 'unknown envelope format')
  if (sealed[1] !== aes256Gcm) throw new SealError('FORMAT', 'unknown envelope algorithm')
  return (
    (((sealed[2] ?? 0) << 24) | ((sealed[3] ?? 0) << 16) | ((sealed[4] ?? 0) << 8) | (sealed[5] ?? 0)) >>> 0
  )
}

/**
 * Returns bytes of a sealed column (Uint8Array from node:sqlite, Buffer from pg) as an envelope.
 * @throws SealError FORMAT if they cannot be one.
 */
export function asSealed(bytes: Uint8Array): Sealed {
  const sealed = bytes as Sealed
  keyVersionOf(sealed)
  return sealed
}
