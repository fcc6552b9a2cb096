import type { Kysely, Transaction } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { account } from '#contract/identity/account.ts'
import { sessionLimits } from '#domain/platform/limits.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { forgetDevices } from '#server/access/known-devices.ts'
import { genuineSession, insertSession, splitCookie, type Actor } from '#server/access/session.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { withdrawSessions } from '#server/access/withdrawn.ts'
import { hashToken, matchesToken, newToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { deleteOldCounts } from '#server/platform/http/throttle.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import { consumeStepsOf } from '#server/access/steps.ts'

const sessionIdBytes = 16
/** How long the tries of unknown logins are counted after the last one, in milliseconds. */
const unknownLoginMs = 30 * 24 * 3_600_000
/** The same for codes and requests by mail: longer than the hour in which they are counted. */
const mailedMs = 24 * 3_600_000
/**
 * How long expired links are stored, in milliseconds: longer than their mail may be queued. The one of an invitation waits until
 * its sender is accepted.
 */
const linkMs = { password_links: 400 * 24 * 3_600_000, factor_resets: 7 * 24 * 3_600_000 } as const

/** What a new session needs: randomness, the time, and the browser that it is for. */
type SessionMaker = {
  readonly random: RandomBytes
  readonly now: number
  readonly origin: RequestOrigin
}

/** Opens a session of at most twelve hours. @returns its id, and the cookie's value `id.secret` */
export const openSession = (
  tx: Transaction<Tables>,
  maker: SessionMaker,
  userId: number,
): Promise<{ id: string; cookie: string }> =>
  writeSession(tx, maker, {
    user_id: userId,
    created_at: maker.now,
    expires_at: maker.now + sessionLimits.maximumMs,
  })

/** Writes a session with the given times, under a new id and secret. @returns as `openSession` */
async function writeSession(
  tx: Transaction<Tables>,
  { random, now, origin }: SessionMaker,
  times: { readonly user_id: number; readonly created_at: number; readonly expires_at: number },
): Promise<{ id: string; cookie: string }> {
  const id = newToken(random, sessionIdBytes).reveal()
  const secret = newToken(random)
  await insertSession(
    tx,
    { id, secret_hash: hashToken(secret), ...times },
    { now, ip: origin.ip, userAgent: origin.userAgent },
  )
  return { id, cookie: `${id}.${secret.reveal()}` }
}

/** Ends the session of a cookie, even an expired one. @returns its owner, or null */
export async function endSession(
  tx: Transaction<Tables>,
  cookie: string | undefined,
): Promise<{ id: number; login: string; sessionId: string } | null> {
  const parts = splitCookie(cookie)
  if (!parts) return null
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.secret_hash', 'u.id', 'u.login'])
    .where('s.id', '=', parts.id)
    .executeTakeFirst()
  if (!row || !matchesToken(new Secret(parts.secret), row.secret_hash)) return null
  await withdrawSessions(tx, { id: parts.id })
  const { numDeletedRows } = await tx.deleteFrom('sessions').where('id', '=', parts.id).executeTakeFirst()
  // Of concurrent calls, only the one that deleted the row ended the session.
  if (numDeletedRows === 0n) return null
  return { id: row.id, login: row.login, sessionId: parts.id }
}

/**
 * Deletes what has expired: sessions, pending sign-ins, known browsers, links, linking codes, counts of tries. A task of a clock
 * that has stood, and never a part of a request: one that is ahead would delete what others have (docs/decisions/0111).
 */
export async function deleteExpired(tx: Transaction<Tables>, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('known_devices').where('expires_at', '<=', now).execute()
  await tx
    .deleteFrom('unknown_logins')
    .where('tried_at', '<', now - unknownLoginMs)
    .execute()
  await deleteOldCounts(tx, now)
  await tx
    .deleteFrom('reset_requests')
    .where('asked_at', '<', now - mailedMs)
    .execute()
  await tx
    .deleteFrom('mail_codes')
    .where('expires_at', '<', now - mailedMs)
    .execute()
  for (const links of ['password_links', 'factor_resets'] as const)
    await tx
      .deleteFrom(links)
      .where('expires_at', '<', now - linkMs[links])
      .execute()
  await tx.deleteFrom('sso_requests').where('expires_at', '<=', now).execute()
  // An accepted return stays refused as long as its attempt may live, also by a clock that is set back.
  await tx.deleteFrom('sso_returns').where('expires_at', '<=', now).execute()
}

/** Ends all sessions and pending sign-ins of an account, and discards its known browsers. */
export async function endSessionsOf(tx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await withdrawSessions(tx, { user_id: userId })
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await forgetDevices(tx, userId)
  await consumeStepsOf(tx, userId, now)
}

/**
 * Ends the sessions of an account, and continues in this browser under another one: a stolen copy of the old
 * cookie is worthless. The new session expires when the old one would have, is not proved, and unlocks no
 * guardian chest.
 * @returns the new cookie's value, and its lifetime in whole seconds
 * @throws Refusal SESSION_EXPIRED when the session was ended or locked meanwhile
 */
export async function rotateSession(
  tx: Transaction<Tables>,
  maker: SessionMaker,
  { id: userId, sessionId }: { readonly id: number; readonly sessionId: string },
): Promise<{ cookie: string; lifetimeSeconds: number }> {
  await lockRows(tx, 'sessions', [sessionId], 'removal')
  const former = await genuineSession(tx, sessionId)
  const isOwn = former?.user_id === userId && former.locked_at === null
  if (!isOwn || former.expires_at <= maker.now) throw new Refusal('SESSION_EXPIRED')
  await endSessionsOf(tx, userId, maker.now)
  const { cookie } = await writeSession(tx, maker, {
    user_id: userId,
    created_at: former.created_at,
    expires_at: former.expires_at,
  })
  return { cookie, lifetimeSeconds: Math.floor((former.expires_at - maker.now) / 1000) }
}

/**
 * Returns an account's sessions that are open or may be reopened: the caller's first, then the most recently used.
 */
export async function activeSessionsOf(
  db: Kysely<Tables>,
  asking: Pick<Actor, 'sessionId'>,
  userId: number,
  { inactivityMs, inactivity }: Pick<PlatformSettings, 'inactivityMs' | 'inactivity'>,
  now: number,
): Promise<ReplyOf<typeof account.sessions>> {
  const idleSince = now - inactivityMs
  const latest = now + toleratedMs
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'locked_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    // Those of a moment that is not believed are refused (`readSession`).
    .where('created_at', '<=', latest)
    .where('last_seen_at', '<=', latest)
    .where((is) => is.or([is('proved_at', 'is', null), is('proved_at', '<=', latest)]))
    .$if(inactivity === 'logout', (sessions) =>
      sessions.where((is) => is.or([is('last_seen_at', '>=', idleSince), is('locked_at', 'is not', null)])),
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
  const sessions = rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    ip: row.ip,
    signedInAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    isCurrent: row.id === asking.sessionId,
    isLocked: row.locked_at !== null || row.last_seen_at < idleSince,
  }))
  return [...sessions.filter((one) => one.isCurrent), ...sessions.filter((one) => !one.isCurrent)]
}

/** Ends one session of an account, on every node. @throws Refusal SESSION_NOT_FOUND */
export async function endSessionOf(
  tx: Transaction<Tables>,
  userId: number,
  sessionId: string,
): Promise<void> {
  await withdrawSessions(tx, { id: sessionId })
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('SESSION_NOT_FOUND')
}
