import { hash, timingSafeEqual } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { isBelieved } from '#domain/platform/moments.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates, type Role, type UserType } from '#domain/platform/roles.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { activeUser, isGenuine, proofColumns, proofOfRow, userProof } from './authority.ts'
import type { Once } from './creations.ts'
import { markOf } from './proved-changes.ts'
import type { ChangesOf, ProvedFields } from './proved-rows.ts'
import { withdrawSessions } from './withdrawn.ts'
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

const sessionRow = prepared(
  (db: Kysely<Tables>, params: Params<{ id: string }>) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select([
        's.secret_hash',
        's.user_id',
        's.user_mark',
        's.created_at as session_at',
        's.expires_at',
        's.last_seen_at',
      ])
      .select(['s.proved_at', 's.locked_at', 's.mac as session_mac', 's.mac_at as session_mac_at'])
      .select(['u.first_name', 'u.last_name', 'u.last_bank_id', ...userProof])
      .where('s.id', '=', params('id'))
      .where('u.state_id', '=', userStates.active)
      .where('u.deleted_at', 'is', null),
  { isQuick: true },
)

/**
 * Returns the caller of a session cookie; null when it is unknown, has a wrong secret, is past its twelve hours, locked,
 * idle for too long, of a moment that is not believed, or of a user who is inactive or deleted. Reads the database at each
 * request, so that a revoked or locked session ends at the next request on every node.
 */
export async function readSession(
  db: Kysely<Tables>,
  cookie: string | undefined,
  now: number,
  inactivityMs: number,
): Promise<Actor | null> {
  const found = await sessionOfCookie(db, cookie, now)
  return found && isOpen(found, now, inactivityMs) ? found.actor : null
}

/**
 * Returns the owner of a session that was locked, by its owner or by inactivity where the setting says so. It may be
 * reopened until its twelve hours are over, and is no caller of anything else.
 */
export async function readLockedSession(
  db: Kysely<Tables>,
  cookie: string | undefined,
  now: number,
  { inactivityMs, inactivity }: Pick<PlatformSettings, 'inactivityMs' | 'inactivity'>,
): Promise<Actor | null> {
  const found = await sessionOfCookie(db, cookie, now)
  if (!found || isOpen(found, now, inactivityMs)) return null
  return found.lockedAt !== null || inactivity === 'lock' ? found.actor : null
}

type Found = { readonly actor: Actor; readonly lockedAt: number | null }

const isOpen = ({ actor, lockedAt }: Found, now: number, inactivityMs: number): boolean =>
  lockedAt === null && now - actor.lastSeenAt <= inactivityMs

/** Returns the session of a cookie, open, locked or idle, within its twelve hours. */
async function sessionOfCookie(
  db: Kysely<Tables>,
  cookie: string | undefined,
  now: number,
): Promise<Found | null> {
  const parts = splitCookie(cookie)
  if (!parts) return null
  const row = await sessionRow.first(db, { id: parts.id })
  if (!row) return null
  if (!timingSafeEqual(hash('sha256', parts.secret, 'buffer'), row.secret_hash)) return null
  if (now >= row.expires_at) return null
  // The clock was ahead then, or is behind now: the session is refused, and opens again if the clock returns.
  if ([row.session_at, row.last_seen_at, row.proved_at ?? 0].some((at) => !isBelieved(at, now))) return null
  const session = {
    ...row,
    id: parts.id,
    created_at: row.session_at,
    mac: row.session_mac,
    mac_at: row.session_mac_at,
  }
  const isOwners = isGenuine(db, 'users', row, { id: row.user_id, ...activeUser })
  if (!isOwners || !isGenuine(db, 'sessions', session, { id: parts.id, user_mark: row.mark })) return null
  const actor = {
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
  return { actor, lockedAt: row.locked_at }
}

/** Returns a session's row; null when there is none, or the server did not write it. */
export async function genuineSession(
  db: Kysely<Tables>,
  id: string,
): Promise<ProvedFields<'sessions'> | null> {
  const row = await db
    .selectFrom('sessions')
    .select(proofColumns('sessions'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && isGenuine(db, 'sessions', row, { id }) ? row : null
}

/** Writes a new session. */
export const insertSession = async (
  tx: Kysely<Tables>,
  session: Pick<ProvedFields<'sessions'>, 'id' | 'secret_hash' | 'user_id' | 'created_at' | 'expires_at'>,
  { now, ip, userAgent }: { now: number; ip: string; userAgent: string },
): Promise<void> => {
  const user_mark = await markOf(tx, 'users', session.user_id)
  const proved = { ...session, user_mark, proved_at: null, locked_at: null }
  await tx
    .insertInto('sessions')
    .values({
      ...proved,
      ...proofOfRow(tx, 'sessions', proved, now),
      last_seen_at: now,
      ip,
      user_agent: userAgent,
    })
    .execute()
}

/** Changes a session, and proves it anew. @throws Refusal SESSION_EXPIRED when the row was not the server's before */
export async function changeSession(
  tx: Transaction<Tables>,
  id: string,
  changes: ChangesOf<'sessions'>,
  now: number,
): Promise<void> {
  // No other change comes between.
  await lockRows(tx, 'sessions', [id])
  const row = await genuineSession(tx, id)
  if (!row) throw new Refusal('SESSION_EXPIRED')
  await withdrawSessions(tx, { id })
  await tx
    .updateTable('sessions')
    .set({ ...changes, ...proofOfRow(tx, 'sessions', { ...row, ...changes }, now) })
    .where('id', '=', id)
    .execute()
}

/** Coarse, so that calls seldom write; fine compared with the shortest inactivity delay of one minute. */
const touchEveryMs = 20_000

/** Records the use of a session, at most every {@link touchEveryMs}: not every call may write. */
export async function touchSession(db: Kysely<Tables>, actor: Actor, now: number): Promise<void> {
  if (now - actor.lastSeenAt < touchEveryMs) return
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', actor.sessionId).execute()
}
