import type { Transaction } from 'kysely'
import { accountLimits } from '#domain/platform/limits.ts'
import { newToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** The holder and the purpose of a challenge. Its reply is valid for no other. */
export type ChallengeHolder =
  | { readonly userId: number; readonly purpose: 'sign-in'; readonly stepJti: string }
  | { readonly userId: number; readonly purpose: 'register' | 'proof' | 'reopen'; readonly sessionId: string }

const boundTo = (holder: ChallengeHolder) => ({
  user_id: holder.userId,
  purpose: holder.purpose,
  step_jti: 'stepJti' in holder ? holder.stepJti : null,
  session_id: 'sessionId' in holder ? holder.sessionId : null,
})

/**
 * Generates a challenge valid for five minutes, in place of the holder's former one. It locks the user, so that
 * concurrent calls leave one challenge.
 */
export async function openChallenge(
  tx: Transaction<Tables>,
  holder: ChallengeHolder,
  { random, now }: { random: RandomBytes; now: number },
): Promise<string> {
  await lockRows(tx, 'users', [holder.userId])
  await consumeChallenge(tx, holder, now)
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  const challenge = newToken(random).reveal()
  await tx
    .insertInto('passkey_challenges')
    .values({ ...boundTo(holder), challenge, expires_at: now + accountLimits.challengeMs })
    .execute()
  return challenge
}

/** Deletes and returns a holder's challenge, or null: it is used up whatever the reply. */
export async function consumeChallenge(
  tx: Transaction<Tables>,
  holder: ChallengeHolder,
  now: number,
): Promise<string | null> {
  const { user_id: userId, purpose, step_jti: jti, session_id: sessionId } = boundTo(holder)
  const rows = await tx
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('step_jti', jti === null ? 'is' : '=', jti)
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .returning(['challenge', 'expires_at'])
    .execute()
  return rows.find((row) => row.expires_at > now)?.challenge ?? null
}
