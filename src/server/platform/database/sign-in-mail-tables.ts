import type { Generated } from 'kysely'
import type { Fixed, Flag, Millis } from './column-types.ts'

/** The one code by mail that an account may have under way; `counted_from` and `sent` bound the mails of an hour. */
export type MailCodesTable = {
  user_id: Fixed<number>
  /** The sign-in that requested it; it is valid for no other. */
  jti: string
  /** Keyed: six digits under a plain hash could be guessed immediately. */
  code_hash: Uint8Array
  key_version: number
  tries: Generated<number>
  sent_at: Millis
  expires_at: Millis
  counted_from: Millis
  sent: number
}

/**
 * Requests for a link to set a password, by a keyed hash of the typed address. Unknown addresses leave the same row, so
 * that a request does not reveal whether an account exists.
 */
export type ResetRequestsTable = {
  key: Fixed<Uint8Array>
  user_id: number | null
  /** 1 until the background task has handled it, and queued the mail if there is an account. */
  is_waiting: Flag
  ip: string
  asked_at: Millis
  counted_from: Millis
  asked: number
}

/** A request to reset a second factor: by a link, and for administrators with an approval. */
export type FactorResetsTable = {
  id: Fixed<number>
  user_id: Fixed<number>
  token_hash: Fixed<Uint8Array>
  created_at: Fixed<Millis>
  /** The expiry of the link; once it was followed, the end of the wait for an approval. */
  expires_at: Millis
  confirmed_at: Millis | null
  /** When it was done, refused, or replaced. */
  ended_at: Millis | null
}
