import { hasCome } from '#domain/platform/moments.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import { fieldPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import type { Checks, OptionalPart } from './provider.ts'

/** A pending sign-in at the provider. Its browser stores it sealed until it returns. */
export type Attempt = Checks & {
  /** The token of the invitation that it began with, if it links an account. */
  readonly invitation: string | null
  /** The session that proves its identity again; null for a sign-in. */
  readonly proof: SessionToProve | null
  /** What its request left out, since the provider refused the one before. */
  readonly leavesOut: readonly OptionalPart[]
  readonly begunAt: number
  readonly expiresAt: number
}

export type SessionToProve = { readonly userId: number; readonly sessionId: string }

/** How long a user may take at the provider, in milliseconds. */
export const attemptMs = 10 * 60_000

const place = fieldPlace('sso', 0, 'attempt')

/** Returns a cookie's value. The server stores nothing until the browser returns. */
export const sealAttempt = (keys: SealingKeys, attempt: Attempt): string =>
  Buffer.from(sealJson(keys.system('sessions'), place, attempt)).toString('base64url')

/** Returns the attempt of a cookie; null when it is missing, expired, or not of this installation. */
export function unsealAttempt(keyring: Keyring, cookie: string | undefined, now: number): Attempt | null {
  if (cookie === undefined || cookie === '') return null
  try {
    const sealed = asSealed(Buffer.from(cookie, 'base64url'))
    const attempt = unsealJson<Attempt>(keyring.system('sessions', keyVersionOf(sealed)), place, sealed)
    return hasCome(attempt.expiresAt, attemptMs, now) ? null : attempt
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
