import type { Kysely, Transaction } from 'kysely'
import { deviceLimits } from '#domain/platform/limits.ts'
import { accountKeyOf } from '#domain/platform/user-keys.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** A browser that has signed somebody in; `key` names it, for whoever counts, and opens nothing. */
export type KnownDevice = { readonly userId: number; readonly key: string }

const hashOf = (cookie: string | undefined): Uint8Array | null =>
  /^[A-Za-z0-9_-]{43}$/.test(cookie ?? '') ? hashToken(new Secret(cookie ?? '')) : null

/**
 * The browser of a cookie, if it has signed this login in: both factors, not long ago. It proves that and nothing else;
 * a cookie of another account, a made-up one and one that ran out are none.
 * @param login null for whichever account it has signed in
 */
export async function knownDeviceOf(
  db: Kysely<Tables>,
  cookie: string | undefined,
  login: string | null,
  now: number,
): Promise<KnownDevice | null> {
  const hash = hashOf(cookie)
  if (!hash) return null
  const rows = await db
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.user_id', 'u.login_key'])
    .where('d.token_hash', '=', hash)
    .where('d.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .orderBy('d.user_id')
    .execute()
  const key = login === null ? null : accountKeyOf(login)
  const row = rows.find((one) => key === null || one.login_key === key)
  return row ? { userId: row.user_id, key: Buffer.from(hash).toString('base64url') } : null
}

/**
 * Makes a browser known for an account that has just signed in there; the accounts that it was known for go with it.
 * Always under another token: one that somebody else knows, or has put there, is worth nothing afterwards.
 * @returns the cookie's value; the rows keep its SHA-256 only
 */
export async function rememberDevice(
  tx: Transaction<Tables>,
  { random, now }: { readonly random: RandomBytes; readonly now: number },
  { userId, former }: { readonly userId: number; readonly former: string | undefined },
): Promise<string> {
  const token = newToken(random)
  const token_hash = hashToken(token)
  const formerHash = hashOf(former)
  if (formerHash) {
    await tx.updateTable('known_devices').set({ token_hash }).where('token_hash', '=', formerHash).execute()
  }
  const times = { known_at: now, expires_at: now + deviceLimits.knownMs }
  await tx
    .insertInto('known_devices')
    .values({ token_hash, user_id: userId, ...times })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(times))
    .execute()
  const devices = await tx
    .selectFrom('known_devices')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('known_at', 'desc')
    .execute()
  const tooMany = devices.map((device) => device.token_hash).slice(deviceLimits.perAccount)
  if (tooMany.length > 0) {
    await tx
      .deleteFrom('known_devices')
      .where('user_id', '=', userId)
      .where('token_hash', 'in', tooMany)
      .execute()
  }
  return token.reveal()
}

/** Forgets every browser of an account: what ends all its sessions does. They are known again once they signed in. */
export async function forgetDevices(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}
