import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

/** All keys are 256 bits. */
export const keyBytes = 32

/** A 256-bit key and its version, which what it seals carries. A KeyObject never prints its bytes. */
export type DataKey = { readonly version: number; readonly key: KeyObject; readonly opensOnly?: never }

/**
 * A chest's key; `former` is the one before it, while a part of the content is still sealed under that one. The version
 * in an element's wrapped key names which of the two unwraps it (`vault/contents/sealing.ts`).
 */
export type ChestKey = DataKey & { readonly former?: DataKey }

/**
 * A key that unseals: as above, or bytes that the caller wipes after use. For a key that unseals a single value, creating
 * a KeyObject would cost a sixth of the time.
 */
export type OpeningKey = { readonly version: number; readonly key: KeyObject | Uint8Array }

/** Returns a new random key. @param version from 1 up; the version of the chest's key, of the item's key, … */
export function newKey(version = 1): DataKey {
  const bytes = randomBytes(keyBytes)
  const key = dataKeyFrom(version, bytes)
  bytes.fill(0)
  return key
}

/**
 * Returns a key from its bytes, which are copied (the caller may wipe them).
 * @throws RangeError if there are not 32 bytes, or the version is no u32.
 */
export function dataKeyFrom(version: number, bytes: Uint8Array): DataKey {
  if (bytes.length !== keyBytes) throw new RangeError('a key is 32 bytes long')
  if (version >>> 0 !== version) throw new RangeError('key version is not an unsigned 32-bit number')
  return { version, key: createSecretKey(bytes) }
}
