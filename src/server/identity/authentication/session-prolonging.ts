import type { Transaction } from 'kysely'
import { accountKeyOf } from '#domain/platform/user-keys.ts'
import { sessionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { requireFreshProof } from '#server/access/proof.ts'
import { changeSession, genuineSession, type Actor } from '#server/access/session.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { ageReason, candidateOf } from './candidate.ts'

/** The session's end, and its new cookie; null when a concurrent call has prolonged it and sent the cookie. */
export type Prolonged = { readonly expiresAt: number; readonly cookie: string | null }

/**
 * Prolongs the caller's session by twelve hours from now. It keeps its id, and so its count of wrong master keys, but gets
 * another secret: a copy of the former cookie is worthless. The proof is used up, and guardian chests close.
 * @param maxDays the age at which a password no longer signs in; null: none
 * @throws Refusal PROOF_REQUIRED; SESSION_EXPIRED when it was ended or locked meanwhile; SIGN_IN_REQUIRED when the
 * password would not sign in any more
 */
export async function prolongSession(
  tx: Transaction<Tables>,
  { random, now, maxDays }: { random: RandomBytes; now: number; maxDays: number | null },
  actor: Actor,
): Promise<Prolonged> {
  const { sessionId } = actor
  await lockRows(tx, 'sessions', [sessionId], 'removal')
  const session = await genuineSession(tx, sessionId)
  const isOwn = session?.user_id === actor.id && session.locked_at === null && session.expires_at > now
  if (!isOwn) throw new Refusal('SESSION_EXPIRED')
  // A concurrent call used the proof. Another secret would invalidate the cookie that its reply sets.
  if (session.expires_at > actor.expiresAt) return { expiresAt: session.expires_at, cookie: null }
  await requireFreshProof(tx, actor, now)
  const account = await candidateOf(tx, accountKeyOf(actor.login))
  if (account?.id !== actor.id) throw new Refusal('SESSION_EXPIRED')
  if (ageReason(account, { now, maxDays }) !== null) throw new Refusal('SIGN_IN_REQUIRED')
  const secret = newToken(random)
  const expiresAt = now + sessionLimits.maximumMs
  const changes = {
    secret_hash: hashToken(secret),
    created_at: now,
    expires_at: expiresAt,
    last_seen_at: now,
    proved_at: null,
    totp_pending: null,
  }
  await changeSession(tx, sessionId, changes, now)
  await tx.deleteFrom('chest_unlocks').where('session_id', '=', sessionId).execute()
  return { expiresAt, cookie: `${sessionId}.${secret.reveal()}` }
}
