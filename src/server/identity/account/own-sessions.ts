import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { account } from '#contract/identity/account.ts'
import { forgetDevices } from '#server/access/known-devices.ts'
import type { Actor, By } from '#server/access/session.ts'
import { endSessionOf, activeSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'

type SessionDeps = Pick<IdentityDeps, 'db' | 'clock' | 'config' | 'journal'>

/** The caller's active sessions, the current one first, then the most recently used. */
export const sessionsOf = (
  { db, clock, config }: Pick<IdentityDeps, 'db' | 'clock' | 'config'>,
  actor: Actor,
): Promise<ReplyOf<typeof account.sessions>> =>
  activeSessionsOf(db, actor, actor.id, { now: clock(), inactivityMs: config.inactivityMs })

/** Ends one of the caller's sessions. Its next request is refused on every node. */
export async function endOneSession({ db, journal }: SessionDeps, { actor, origin }: By, sessionId: string) {
  await db.transaction().execute(async (tx) => {
    await endSessionOf(tx, actor.id, sessionId)
    await journal.record(tx, actor, origin, { action: 'session.ended', objects: { session: sessionId } })
  })
}

/** Ends the caller's other sessions, and discards their known browsers. @returns how many sessions */
export async function endOtherSessions({ db, journal }: SessionDeps, { actor, origin }: By): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', actor.id)
      .where('id', '<>', actor.sessionId)
      .executeTakeFirst()
    await forgetDevices(tx, actor.id)
    const ended = Number(numDeletedRows)
    if (ended > 0) {
      await journal.record(tx, actor, origin, { action: 'session.others-ended', objects: { ended } })
    }
    return ended
  })
}
