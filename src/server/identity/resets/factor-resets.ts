import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { signInLimits } from '#domain/platform/limits.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates } from '#domain/platform/roles.ts'
import { changeUser } from '#server/access/account-rows.ts'
import { activeUser, isGenuine, proofColumns, proofOfRow, userProof } from '#server/access/authority.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { markOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { deletePasskeys } from '#server/identity/passkeys/passkey-rows.ts'
import { deleteRecoveryCodes } from '#server/identity/recovery-codes/recovery-codes.ts'
import { endMailCode } from '#server/identity/mail-codes/mail-code.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'

const hourMs = 3_600_000

/**
 * Creates a one-time link to reset the second factor of an account, in place of its unused ones. The caller
 * holds the account's row.
 * @throws Refusal TOO_MANY_TRIES before its time
 */
export async function createFactorReset(
  tx: Transaction<Tables>,
  { userId, now, random }: { userId: number; now: number; random: RandomBytes },
): Promise<Secret<string>> {
  const lately = await tx
    .selectFrom('factor_resets')
    .select(['created_at as at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', now - hourMs)
    // A request of a clock that was ahead holds off none.
    .where('created_at', '<=', now + toleratedMs)
    .orderBy('created_at', 'desc')
    .limit(signInLimits.resetsPerHour)
    .execute()
  const last = lately.find(({ at, ended_at: ended }) => ended !== at)
  const fifth = lately[signInLimits.resetsPerHour - 1]
  const wait = Math.max(
    last ? last.at + signInLimits.resetAgainMs - now : 0,
    fifth ? fifth.at + hourMs - now : 0,
  )
  if (wait > 0) throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: wait / 1000 })
  await tx
    .updateTable('factor_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .execute()
  const token = newToken(random)
  const proved = {
    id: await nextId(tx, 'factor_resets'),
    user_id: userId,
    user_mark: await markOf(tx, 'users', userId),
    token_hash: hashToken(token),
    created_at: now,
  }
  await tx
    .insertInto('factor_resets')
    .values({
      ...proved,
      ...proofOfRow(tx, 'factor_resets', proved, now),
      expires_at: now + signInLimits.resetLinkMs,
      confirmed_at: null,
      ended_at: null,
    })
    .execute()
  return token
}

/** Ends a link whose mail was refused. Another may be requested immediately, though it counts in the hour. */
export async function endUnsentReset(db: Kysely<Tables>, token: Secret<string>): Promise<void> {
  await db
    .updateTable('factor_resets')
    .set((to) => ({ ended_at: to.ref('created_at') }))
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** Returns the end of a link that is renewed: a clock that is behind takes nothing of its life. */
export const renewedEnd = (end: number): RawBuilder<number> =>
  sql<number>`case when expires_at > ${end} then expires_at else cast(${end} as bigint) end`

/** Restarts the lifetime of a link whose mail is sent only now. @returns false when it is used or ended */
export async function renewFactorReset(db: Kysely<Tables>, token: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('factor_resets')
    .set({ expires_at: renewedEnd(now + signInLimits.resetLinkMs) })
    .where('token_hash', '=', hashToken(new Secret(token)))
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type ResetHolder = { readonly id: number; readonly login: string }

/** Returns the holder of a valid link, if they may sign in; else null. */
export async function holderOfFactorReset(
  db: Kysely<Tables>,
  token: string,
  now: number,
): Promise<ResetHolder | null> {
  const row = await db
    .selectFrom('factor_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id as reset_id', 'r.user_id', 'r.user_mark', 'r.token_hash', 'r.created_at'])
    .select(['r.mac as reset_mac', 'r.mac_at as reset_mac_at', ...userProof])
    .where('r.token_hash', '=', hashToken(new Secret(token)))
    .where('r.confirmed_at', 'is', null)
    .where('r.ended_at', 'is', null)
    .where('r.expires_at', '>', now)
    .where('r.created_at', '<=', now + toleratedMs)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isGenuine(db, 'users', row, { id: row.user_id, ...activeUser })) return null
  const reset = { ...row, id: row.reset_id, mac: row.reset_mac, mac_at: row.reset_mac_at }
  const token_hash = hashToken(new Secret(token))
  return isGenuine(db, 'factor_resets', reset, { token_hash, user_mark: row.mark })
    ? { id: row.id, login: row.login }
    : null
}

/** Uses up a link, whose request then waits for approval. @returns false when it was used or has expired */
export async function consumeFactorReset(
  tx: Transaction<Tables>,
  token: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_resets')
    .set({ confirmed_at: now, expires_at: now + signInLimits.approvalMs })
    .where('token_hash', '=', hashToken(new Secret(token)))
    .where('confirmed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', now + toleratedMs)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the query of the requests that wait for approval, oldest first. */
export const waitingFactorResets = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('factor_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.confirmed_at', 'is not', null)
    .where('r.ended_at', 'is', null)
    .where('r.expires_at', '>', now)
    .where('r.created_at', '<=', now + toleratedMs)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .orderBy('r.confirmed_at')

/** Ends a request that waits for approval. @returns false when none waits: already decided, or expired */
export async function decideFactorReset(
  tx: Transaction<Tables>,
  userId: number,
  now: number,
): Promise<boolean> {
  const ended = await tx
    .updateTable('factor_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', now + toleratedMs)
    .returning(proofColumns('factor_resets'))
    .execute()
  const user_mark = await markOf(tx, 'users', userId)
  return ended.some((row) => isGenuine(tx, 'factor_resets', row, { user_id: userId, user_mark }))
}

/** Ends every request of a user whose password, address, state or second factor changed. */
export async function endFactorResets(tx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('factor_resets')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Removes the second factor of an account, with passkeys and recovery codes: the next sign-in enrols another
 * one. Sessions, pending sign-ins, codes and requests end with it.
 */
export async function resetSecondFactor(tx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  const none = {
    second_factor: 'totp',
    totp_secret: null,
    qr_scanned: 0,
    last_step: 0,
    used_steps: '[]',
  } as const
  await changeUser(tx, userId, none, now)
  await deletePasskeys(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  await endMailCode(tx, userId)
  await endFactorResets(tx, userId, now)
  await endSessionsOf(tx, userId, now)
}
