import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { Actor, By } from '#server/access/session.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  endSessionOf,
  endSessionsOf,
  activeSessionsOf,
} from '#server/identity/authentication/live-sessions.ts'
import type { UserDeps } from './create.ts'

/** A user's active sessions. The caller of this function checks access to the user. */
export const sessionsOfUser = (
  { clock, config }: Pick<UserDeps, 'clock' | 'config'>,
  db: Kysely<Tables>,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof users.sessions>> => activeSessionsOf(db, actor, id, config, clock())

/** Ends one session of a user; sign-ins in progress continue. @throws Refusal SESSION_NOT_FOUND */
export function endSessionOfUser(
  { db, journal }: UserDeps,
  { actor, origin }: By,
  { id, sessionId }: { readonly id: number; readonly sessionId: string },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id, id])
    await requireManaged(tx, actor, 'user', id)
    await endSessionOf(tx, id, sessionId)
    const objects = { user: id, session: sessionId }
    await journal.record(tx, actor, origin, { action: 'user.session-ended', objects })
  })
}

/** Ends all sessions of a user, and sign-ins in progress. @returns the number of active sessions */
export function endAllSessions(deps: UserDeps, { actor, origin }: By, id: number): Promise<number> {
  const { db, clock, journal } = deps
  return db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id, id])
    await requireManaged(tx, actor, 'user', id)
    const active = () => sessionsOfUser(deps, tx, actor, id)
    const found = await active()
    // One that its owner ends meanwhile is not counted here, too.
    await lockRows(
      tx,
      'sessions',
      found.map((session) => session.id),
      'removal',
    )
    const { length: ended } = await active()
    await endSessionsOf(tx, id, clock())
    const objects = { user: id, ended }
    await journal.record(tx, actor, origin, { action: 'user.sessions-ended', objects })
    return ended
  })
}
