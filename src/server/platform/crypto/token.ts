import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '#server/platform/sources.ts'
import { Secret } from './secret.ts'

/** 256 bits: no guessing, and no need of a slow hash for what is stored. */
const tokenBytes = 32

/** A new random token in base64url (43 characters for 32 bytes), for cookies, links and mails. */
export function newToken(random: RandomBytes = randomBytes, bytes = tokenBytes): Secret<string> {
  return new Secret(Buffer.from(random(bytes)).toString('base64url'))
}

/** What is stored of a token: SHA-256, 32 bytes. Only for tokens of `newToken`; short codes need a keyed hash. */
export function hashToken(token: Secret<string>): Uint8Array {
  return createHash('sha256').update(token.reveal(), 'utf8').digest()
}

/** Whether two byte strings are equal, in a time that depends on their lengths only. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Whether a presented token is the one whose hash was stored, in constant time. */
export function matchesToken(token: Secret<string>, stored: Uint8Array): boolean {
  return sameBytes(hashToken(token), stored)
}
