import { hkdfSync, type KeyObject } from 'node:crypto'
import { keyBytes } from './data-key.ts'

/**
 * Derives a key by HKDF-SHA256 (RFC 5869), extract and expand.
 * @param key the input key material: a uniformly random key, or Argon2's output; never a password itself.
 * @param info the purpose of the derived key: distinct purposes give distinct keys.
 * @param salt empty by default, which RFC 5869 §3.1 allows for keys that are uniformly random.
 * @param length in bytes, at most 8160 (255 × 32).
 */
export function hkdf(
  key: KeyObject | Uint8Array,
  info: string | Uint8Array,
  { salt = new Uint8Array(), length = keyBytes }: { salt?: Uint8Array; length?: number } = {},
): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}
