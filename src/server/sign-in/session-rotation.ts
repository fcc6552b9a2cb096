import type { Transaction } from 'kysely'
import { Refusal } from '#domain/refusals.ts'
import { newToken, hashToken } from '../crypto/token.ts'
import type { Tables } from '../database/tables.ts'
import type { RandomBytes } from '../deps.ts'
import type { RequestOrigin } from '../journal/journal.ts'
import { consumeStepsOf } from './steps.ts'

const sessionIdBytes = 16

/**
 * Ends all that somebody has open, sign-ins half done included, and goes on in this browser under another session:
 * what somebody else may know of the old cookie is worth nothing. The new one ends when the old one would have, is no
 * longer proved, and opens no guardian chest.
 *
 * @returns the new cookie's value, and for how many whole seconds it serves
 * @throws Refusal SESSION_EXPIRED when the session was ended meanwhile
 */
export async function rotateSession(
  tx: Transaction<Tables>,
  { random, now, origin }: { random: RandomBytes; now: number; origin: RequestOrigin },
  { id: userId, sessionId }: { readonly id: number; readonly sessionId: string },
): Promise<{ cookie: string; lifetimeSeconds: number }> {
  const former = await tx
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!former || former.expires_at <= now) throw new Refusal('SESSION_EXPIRED')
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await consumeStepsOf(tx, userId, now)
  const id = newToken(random, sessionIdBytes).reveal()
  const secret = newToken(random)
  await tx
    .insertInto('sessions')
    .values({
      id,
      secret_hash: hashToken(secret),
      user_id: userId,
      created_at: former.created_at,
      last_seen_at: now,
      expires_at: former.expires_at,
      ip: origin.ip,
      user_agent: origin.userAgent,
    })
    .execute()
  return { cookie: `${id}.${secret.reveal()}`, lifetimeSeconds: Math.floor((former.expires_at - now) / 1000) }
}
