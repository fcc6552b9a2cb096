import { requireManaged } from '../access/scope.ts'
import { lockRows } from '../database/lock-rows.ts'
import { endSessionsOf } from '../sign-in/queries.ts'
import type { By, UserDeps } from './create.ts'

/** How many sessions of a user still open something. */
export async function countSessions({ db, clock, config }: UserDeps, id: number): Promise<number> {
  const now = clock()
  const { count } = await db
    .selectFrom('sessions')
    .select((of) => of.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', id)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>=', now - config.inactivityMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends all that a user has open, sign-ins half done included. @returns how many sessions still opened something */
export function endAllSessions(deps: UserDeps, { actor, origin }: By, id: number): Promise<number> {
  const { db, clock, journal } = deps
  return db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id, id])
    await requireManaged(tx, actor, 'user', id)
    const ended = await countSessions({ ...deps, db: tx }, id)
    await endSessionsOf(tx, id, clock())
    const objects = { user: id, ended }
    await journal.record(tx, actor, origin, { action: 'user.sessions-ended', objects })
    return ended
  })
}
