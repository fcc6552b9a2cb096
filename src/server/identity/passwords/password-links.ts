import type { Kysely, Transaction } from 'kysely'
import { signInLimits } from '#domain/platform/limits.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import { userStates, type Role } from '#domain/platform/roles.ts'
import { activeUser, isGenuine, proofOfRow, userProof } from '#server/access/authority.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import { markOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { endFactorResets, renewedEnd, renewFactorReset } from '#server/identity/resets/factor-resets.ts'
import { endSessionsOf } from '#server/identity/authentication/live-sessions.ts'
import { endPassword } from './password-history.ts'

/** The purpose of a link: a first password, or a new one that an administrator requested. */
export type LinkPurpose = 'invitation' | 'reset'

const lifetimes: Record<LinkPurpose, number> = {
  invitation: signInLimits.invitationLinkMs,
  reset: signInLimits.resetLinkMs,
}

/** Creates a one-time link for a user to set a password, and ends the user's former ones. */
export async function createPasswordLink(
  tx: Transaction<Tables>,
  {
    userId,
    purpose,
    now,
    random,
    keepsOthers = false,
  }: {
    userId: number
    purpose: LinkPurpose
    now: number
    random?: RandomBytes
    /** Leaves the user's former links valid until one of them is used. */
    keepsOthers?: boolean
  },
): Promise<{ token: Secret<string> }> {
  if (!keepsOthers) await endPasswordLinks(tx, userId, now)
  const token = newToken(random)
  const user_mark = await markOf(tx, 'users', userId)
  const proved = { token_hash: hashToken(token), user_id: userId, user_mark, purpose, created_at: now }
  await tx
    .insertInto('password_links')
    .values({
      ...proved,
      ...proofOfRow(tx, 'password_links', proved, now),
      expires_at: now + lifetimes[purpose],
      used_at: null,
    })
    .execute()
  return { token }
}

/** Ends the password of an account with its sessions and pending sign-ins: only the new link sets another. */
export async function resetPassword(
  tx: Transaction<Tables>,
  { userId, now, random }: { userId: number; now: number; random?: RandomBytes },
): Promise<{ token: Secret<string> }> {
  await endPassword(tx, userId, now)
  await endFactorResets(tx, userId, now)
  await endSessionsOf(tx, userId, now)
  return createPasswordLink(tx, { userId, purpose: 'reset', now, ...(random && { random }) })
}

export async function endPasswordLinks(tx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Restarts the lifetime of a mail's link, whatever its purpose. @returns false when it was used or ended */
export const renewLink = async (db: Kysely<Tables>, token: string, now: number): Promise<boolean> =>
  (await renewPasswordLink(db, token, now)) || renewFactorReset(db, token, now)

async function renewPasswordLink(db: Kysely<Tables>, token: string, now: number): Promise<boolean> {
  const hash = hashToken(new Secret(token))
  const link = await db
    .selectFrom('password_links')
    .select(['purpose'])
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!link) return false
  const { numUpdatedRows } = await db
    .updateTable('password_links')
    .set({ expires_at: renewedEnd(now + lifetimes[link.purpose]) })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The account whose password a link sets. */
export type LinkHolder = { readonly id: number; readonly login: string; readonly role: Role }

/** Returns the holder of a valid link, if they may sign in; else null. */
export async function holderOfLink(
  db: Kysely<Tables>,
  token: string,
  now: number,
  purposes: readonly LinkPurpose[] = ['invitation', 'reset'],
): Promise<LinkHolder | null> {
  const row = await db
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.token_hash', 'l.user_id', 'l.user_mark', 'l.purpose', 'l.created_at as made_at'])
    .select(['l.mac as link_mac', 'l.mac_at as link_mac_at', ...userProof])
    .where('l.token_hash', '=', hashToken(new Secret(token)))
    .where('l.purpose', 'in', purposes)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('l.created_at', '<=', now + toleratedMs)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .where('u.ad_id', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const link = { ...row, created_at: row.made_at, mac: row.link_mac, mac_at: row.link_mac_at }
  const isOwners = isGenuine(db, 'users', row, { id: row.user_id, ad_id: null, ...activeUser })
  const token_hash = hashToken(new Secret(token))
  if (!isOwners || !isGenuine(db, 'password_links', link, { token_hash, user_mark: row.mark })) return null
  if (!purposes.includes(row.purpose)) return null
  return { id: row.id, login: row.login, role: row.role }
}

/**
 * Returns the holder of a valid invitation. A reset link does not count: anybody may request one, and access
 * to a mailbox must not give an account another way in.
 */
export const holderOfInvitation = (
  db: Kysely<Tables>,
  token: string,
  now: number,
): Promise<LinkHolder | null> => holderOfLink(db, token, now, ['invitation'])

/** Uses up a link. @returns false when it was used concurrently or has expired */
export async function consumePasswordLink(
  tx: Transaction<Tables>,
  token: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(new Secret(token)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', now + toleratedMs)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
