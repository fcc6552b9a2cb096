import { createHmac } from 'node:crypto'
import { hkdf } from '#server/platform/crypto/hkdf.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** 32 signs that are not taken for one another when read aloud: 60 bits in twelve of them. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 12
const groupLength = 4

/** A new linking code as people read it: `ABCD-EFGH-JKLM`. */
export function drawCode(random: RandomBytes): string {
  // Five bits of each byte: no sign is likelier than another.
  const text = Array.from(random(length), (byte) => signs[byte & 31]).join('')
  return text.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')
}

/**
 * What is stored of a code, under each root key that it may have been stored with, today's first: keyed, as a code is
 * shorter than a token. Case and separators do not count.
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
