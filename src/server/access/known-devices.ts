import { sql, type Kysely, type Transaction } from 'kysely'
import { deviceLimits } from '#domain/platform/limits.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import { accountKeyOf } from '#domain/platform/user-keys.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

/** A browser that has signed a user in; `key` names it in counts and opens nothing. */
export type KnownDevice = { readonly userId: number; readonly key: string }

const hashOf = (cookie: string | undefined): Uint8Array | null =>
  /^[A-Za-z0-9_-]{43}$/.test(cookie ?? '') ? hashToken(new Secret(cookie ?? '')) : null

/**
 * Returns the browser of a cookie if it recently signed this login in with both factors; null for a cookie that is of
 * another account, fabricated, expired or of a moment that is not believed. It proves nothing else.
 * @param login null for any account that it has signed in
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
    .where('d.known_at', '<=', now + toleratedMs)
    .where('u.deleted_at', 'is', null)
    .orderBy('d.user_id')
    .execute()
  const key = login === null ? null : accountKeyOf(login)
  const row = rows.find((one) => key === null || one.login_key === key)
  return row ? { userId: row.user_id, key: Buffer.from(hash).toString('base64url') } : null
}

/**
 * Records a browser as known for an account that has just signed in there; its other accounts stay known. It always draws
 * a new token: a stolen or planted one is worthless afterwards.
 * @returns the cookie's value; the rows store only its SHA-256
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
    // Those of a clock that was ahead push out none, and least of all this one.
    .orderBy(sql`case when known_at <= ${now + toleratedMs} then 0 else 1 end`)
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

/** Discards every known browser of an account, as everything does that ends all its sessions. */
export async function forgetDevices(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}
