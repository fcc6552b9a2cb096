import { createHmac } from 'node:crypto'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** 32 characters that sound different when read aloud. Twelve of them have 60 bits. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 12
const groupLength = 4

/** Returns a new linking code in its readable form: `ABCD-EFGH-JKLM`. */
export function generateLinkingCode(random: RandomBytes): string {
  // Five bits of each byte, so that every character is equally likely.
  const text = Array.from(random(length), (byte) => signs[byte & 31]).join('')
  return text.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')
}

/**
 * Returns the possible hashes of a code, one for each root key, the active one first. Keyed: a code is
 * shorter than a token.
 */
export function hashesOfCode(keyring: Keyring, code: string): Uint8Array[] {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const versions = [keyring.active, ...keyring.versions.filter((version) => version !== keyring.active)]
  return versions.map((version) =>
    createHmac('sha256', hkdf(keyring.system('users', version).key, 'sso-codes'))
      .update(plain)
      .digest(),
  )
}
