import { createHmac } from 'node:crypto'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'

/** Returns the HMAC-SHA256 of a text, under a key of its own for each purpose and version of the root key. */
export const keyedHash = (keyring: Keyring, version: number, purpose: string, text: string): Uint8Array =>
  createHmac('sha256', hkdf(keyring.system('users', version).key, purpose))
    .update(text, 'utf8')
    .digest()
