import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { forgetDevices } from '#server/access/known-devices.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { writeSession, type SessionMaker } from './live-sessions.ts'
import { consumeStepsOf } from '#server/access/steps.ts'

/**
 * Ends all sessions and pending sign-ins of an account, and continues in this browser under another session,
 * so that a stolen copy of the old cookie is worthless. The new session expires when the old one would have,
 * is not proved, and unlocks no guardian chest. All known browsers of the account are discarded, this one
 * included.
 * @returns the new cookie's value, and its lifetime in whole seconds
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
