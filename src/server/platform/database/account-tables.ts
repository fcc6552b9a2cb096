import type { Generated } from 'kysely'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Fixed, Millis } from './column-types.ts'

/** The key under which a person's recovery codes are hashed; it goes with the set of codes. */
export type RecoverySetsTable = {
  user_id: Fixed<number>
  key: Sealed
  created_at: Millis
}

/** One row a recovery code; `used_at` is set in the statement that takes it. */
export type RecoveryCodesTable = {
  user_id: Fixed<number>
  /** HMAC-SHA256 of the code under the key of its set. */
  code_hash: Fixed<Uint8Array>
  used_at: Millis | null
}

export type PasskeysTable = {
  id: Generated<number>
  user_id: Fixed<number>
  /** As the authenticator gave it, in base64url; no two accounts have the same. */
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

/** What an authenticator has to sign, once; bound to the sign-in half done or to the session that asked. */
export type PasskeyChallengesTable = {
  challenge: Fixed<string>
  user_id: Fixed<number>
  purpose: Fixed<'register' | 'sign-in' | 'proof'>
  step_jti: Fixed<string | null>
  session_id: Fixed<string | null>
  expires_at: Fixed<Millis>
}
