import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { forgetDevices } from '#server/access/known-devices.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { writeSession, type SessionMaker } from './live-sessions.ts'
import { consumeStepsOf } from '#server/access/steps.ts'

/**
 * Ends all that somebody has open, sign-ins half done included, and goes on in this browser under another session:
 * what somebody else may know of the old cookie is worth nothing. The new one ends when the old one would have, is no
 * longer proved, and opens no guardian chest. Browsers of the account are known no more, this one included.
 *
 * @returns the new cookie's value, and for how many whole seconds it serves
 * @throws Refusal SESSION_EXPIRED when the session was ended meanwhile
 */
export async function rotateSession(
  tx: Transaction<Tables>,
  maker: SessionMaker,
  { id: userId, sessionId }: { readonly id: number; readonly sessionId: string },
): Promise<{ cookie: string; lifetimeSeconds: number }> {
  const former = await tx
    .selectFrom('sessions')
    .select(['created_at', 'expires_at'])
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!former || former.expires_at <= maker.now) throw new Refusal('SESSION_EXPIRED')
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await forgetDevices(tx, userId)
  await consumeStepsOf(tx, userId, maker.now)
  const { cookie } = await writeSession(tx, maker, { user_id: userId, ...former })
  return { cookie, lifetimeSeconds: Math.floor((former.expires_at - maker.now) / 1000) }
}
