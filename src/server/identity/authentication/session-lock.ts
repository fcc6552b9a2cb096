import type { Transaction } from 'kysely'
import { changeSession, readLockedSession, splitCookie, type Actor } from '#server/access/session.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, matchesToken, newToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/**
 * Locks the session of a cookie, which is open or idle, and closes its guardian chests. Its proof and the authenticator
 * that it was enrolling are discarded.
 * @returns its owner, and when it was last active; null when there is none to lock
 */
export async function lockSessionOf(
  tx: Transaction<Tables>,
  cookie: string | undefined,
  now: number,
): Promise<{ id: number; login: string; sessionId: string; seenAt: number } | null> {
  const parts = splitCookie(cookie)
  if (!parts) return null
  // The statements of a call that unlocks a chest for this session come before or after this whole transaction.
  await lockRows(tx, 'sessions', [parts.id], 'removal')
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.secret_hash', 's.last_seen_at', 'u.id', 'u.login'])
    .where('s.id', '=', parts.id)
    .where('s.locked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst()
  if (!row || !matchesToken(new Secret(parts.secret), row.secret_hash)) return null
  await changeSession(tx, parts.id, { locked_at: now, proved_at: null, totp_pending: null }, now)
  await tx.deleteFrom('chest_unlocks').where('session_id', '=', parts.id).execute()
  return { id: row.id, login: row.login, sessionId: parts.id, seenAt: Number(row.last_seen_at) }
}

/**
 * Reopens the locked session of a cookie until the end that it always had. It keeps its id, and so its count of wrong
 * master keys, but gets another secret: a copy of the former cookie is worthless.
 * @returns the new cookie's value, and its lifetime in whole seconds; null when another call reopened or ended it
 */
export async function reopenSession(
  tx: Transaction<Tables>,
  {
    random,
    now,
    config,
  }: {
    readonly random: RandomBytes
    readonly now: number
    readonly config: Pick<PlatformSettings, 'inactivityMs' | 'inactivity'>
  },
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  cookie: string | undefined,
): Promise<{ cookie: string; lifetimeSeconds: number } | null> {
  await lockRows(tx, 'sessions', [sessionId], 'removal')
  // Read again: it was reopened, ended or past its twelve hours while the proof was verified.
  const locked = await readLockedSession(tx, cookie, now, config)
  if (locked?.sessionId !== sessionId || locked.id !== id) return null
  const secret = newToken(random)
  const changes = {
    secret_hash: hashToken(secret),
    locked_at: null,
    last_seen_at: now,
    // An idle session was locked by no statement.
    proved_at: null,
    totp_pending: null,
  }
  await changeSession(tx, sessionId, changes, now)
  await tx.deleteFrom('chest_unlocks').where('session_id', '=', sessionId).execute()
  return {
    cookie: `${sessionId}.${secret.reveal()}`,
    lifetimeSeconds: Math.floor((locked.expiresAt - now) / 1000),
  }
}
