import type { Generated } from 'kysely'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Fixed, Millis } from './column-types.ts'

/** The key under which a user's recovery codes are hashed; it is deleted with the set of codes. */
export type RecoverySetsTable = {
  user_id: Fixed<number>
  key: Sealed
  created_at: Millis
}

/** One row a recovery code; the statement that accepts it sets `used_at`. */
export type RecoveryCodesTable = {
  user_id: Fixed<number>
  /** HMAC-SHA256 of the code under the key of its set. */
  code_hash: Fixed<Uint8Array>
  used_at: Millis | null
}

export type PasskeysTable = {
  id: Generated<number>
  user_id: Fixed<number>
  /** The authenticator's value in base64url; unique over all accounts. */
  credential_id: Fixed<string>
  /** COSE. */
  public_key: Fixed<Uint8Array>
  /** The signature counter of the last use: a smaller one is a copy of the key. */
  counter: number
  /** JSON: how browsers reach the authenticator. */
  transports: Fixed<string>
  name: string
  created_at: Fixed<Millis>
  last_used_at: Millis | null
}

/** What an authenticator signs, once; bound to the sign-in half done or the session that requested it. */
export type PasskeyChallengesTable = {
  challenge: Fixed<string>
  user_id: Fixed<number>
  purpose: Fixed<'register' | 'sign-in' | 'proof'>
  step_jti: Fixed<string | null>
  session_id: Fixed<string | null>
  expires_at: Fixed<Millis>
}
