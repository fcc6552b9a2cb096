import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { account } from '#contract/account.ts'
import { Refusal } from '#domain/refusals.ts'
import type { Actor } from '../access/session.ts'
import type { Tables } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import type { RequestOrigin } from '../journal/journal.ts'

export type By = { readonly actor: Actor; readonly origin: RequestOrigin }
type SessionDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'journal'>

/** The caller's sessions that still open something, the present one first, then the most recently used. */
export async function sessionsOf(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
): Promise<ReplyOf<typeof account.sessions>> {
  const rows = await liveSessions(db, actor.id, clock(), config.inactivityMs)
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  const sessions = rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    ip: row.ip,
    signedInAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    isCurrent: row.id === actor.sessionId,
  }))
  return [...sessions.filter((one) => one.isCurrent), ...sessions.filter((one) => !one.isCurrent)]
}

/** Somebody's sessions that have neither run out nor been idle for too long. */
const liveSessions = (db: Kysely<Tables>, userId: number, now: number, inactivityMs: number) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>=', now - inactivityMs)

/** Ends one of the caller's sessions: its next request, on whatever node, finds none. */
export async function endOneSession({ db, journal }: SessionDeps, { actor, origin }: By, sessionId: string) {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', actor.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('SESSION_NOT_FOUND')
    await journal.record(tx, actor, origin, { action: 'session.ended', objects: { session: sessionId } })
  })
}

/** Ends all of the caller's sessions but the one that asks. @returns how many */
export async function endOtherSessions({ db, journal }: SessionDeps, { actor, origin }: By): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', actor.id)
      .where('id', '<>', actor.sessionId)
      .executeTakeFirst()
    const ended = Number(numDeletedRows)
    if (ended > 0) {
      await journal.record(tx, actor, origin, { action: 'session.others-ended', objects: { ended } })
    }
    return ended
  })
}
