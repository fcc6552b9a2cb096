import { hash, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Once } from './creations.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'

/** The signed-in caller, as every handler sees them. */
export type Actor = {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly type: UserType
  readonly lastBankId: number | null
  readonly sessionId: string
  /** Milliseconds since the epoch: twelve hours after sign-in, whatever the activity. */
  readonly expiresAt: number
  readonly lastSeenAt: number
}

/** The actor of an action, and its origin. */
export type By = { readonly actor: Actor; readonly origin: RequestOrigin }
/** The same, of an action that creates. */
export type Creator = By & { readonly once: Once }

/** A caller, as scope and role checks need it. */
export type Caller = Pick<Actor, 'id' | 'role'>

/** Returns the cookie's two halves: the row's id, and the secret, of which the row stores only the SHA-256. */
export function splitCookie(cookie: string | undefined): { id: string; secret: string } | null {
  const match = /^([A-Za-z0-9_-]{16,64})\.([A-Za-z0-9_-]{32,128})$/.exec(cookie ?? '')
  return match?.[1] && match[2] ? { id: match[1], secret: match[2] } : null
}

const liveSession = prepared(
  (db: Kysely<Tables>, params: Params<{ id: string }>) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.secret_hash', 's.expires_at', 's.last_seen_at'])
      .select(['u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.role', 'u.type', 'u.last_bank_id'])
      .where('s.id', '=', params('id'))
      .where('u.state_id', '=', userStates.active)
      .where('u.deleted_at', 'is', null),
  { isQuick: true },
)

/**
 * Returns the caller of a session cookie; null when it is unknown, has a wrong secret, is past its twelve hours, idle for
 * too long, or of a user who is inactive or deleted. Reads the database at each request, so that a revoked session ends
 * at the next request on every node.
 */
export async function readSession(
  db: Kysely<Tables>,
  cookie: string | undefined,
  now: number,
  inactivityMs: number,
): Promise<Actor | null> {
  const parts = splitCookie(cookie)
  if (!parts) return null
  const row = await liveSession.first(db, { id: parts.id })
  if (!row) return null
  if (!timingSafeEqual(hash('sha256', parts.secret, 'buffer'), row.secret_hash)) return null
  if (now >= row.expires_at || now - row.last_seen_at > inactivityMs) return null
  return {
    id: row.id,
    login: row.login,
    name: `${row.first_name} ${row.last_name}`.trim(),
    role: row.role,
    type: row.type,
    lastBankId: row.last_bank_id,
    sessionId: parts.id,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
  }
}

/** Coarse, so that calls seldom write; fine compared with the shortest inactivity delay of one minute. */
const touchEveryMs = 20_000

/** Records the use of a session, at most every {@link touchEveryMs}: not every call may write. */
export async function touchSession(db: Kysely<Tables>, actor: Actor, now: number): Promise<void> {
  if (now - actor.lastSeenAt < touchEveryMs) return
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', actor.sessionId).execute()
}
