import type { Kysely, Transaction } from 'kysely'
import { accountPasswordLengths } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { openPasswordHash, sealPasswordHash } from '#server/platform/crypto/password-hash.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { Turn } from '#server/platform/crypto/work-bound.ts'
import { markOf, ownerOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

const { remembered } = accountPasswordLengths

/**
 * Refuses a password that is one of an account's last ones, the current one included.
 * @throws Refusal USER_PASSWORD_ALREADY_IN_HISTORY, SERVER_BUSY
 */
export async function refuseReusedPassword(
  { db, keys, hasher }: Pick<PlatformDeps, 'keys' | 'hasher'> & { db: Kysely<Tables> },
  userId: number,
  password: Secret<string>,
  turn: Turn,
): Promise<void> {
  const rows = await db
    .selectFrom('password_hashes')
    .select(['hash', 'user_mark'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(remembered)
    .execute()
  for (const { hash, user_mark: mark } of rows) {
    const owner = await ownerOf(db, userId, mark)
    if (!owner) continue
    const stored = openPasswordHash(keys.keyring, owner, asSealed(hash))
    const { right } = await orBusy(() => hasher.verify(stored, password, turn))
    if (right) throw new Refusal('USER_PASSWORD_ALREADY_IN_HISTORY')
  }
}

/** Ends the current password of an account. It stays among the last ones, which may not be reused. */
export async function endPassword(tx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await tx
    .updateTable('password_hashes')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Stores the password of an account, and ends the former one. @returns whether it had a password before */
export async function writePassword(
  tx: Transaction<Tables>,
  { keys }: Pick<PlatformDeps, 'keys'>,
  { userId, hash, now }: { userId: number; hash: Secret<string>; now: number },
): Promise<boolean> {
  await endPassword(tx, userId, now)
  const former = await tx
    .selectFrom('password_hashes')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const mark = await markOf(tx, 'users', userId)
  await tx
    .insertInto('password_hashes')
    .values({
      user_id: userId,
      user_mark: mark,
      hash: sealPasswordHash(await sealingKeys(tx, keys.keyring), { id: userId, mark }, hash),
      created_at: now,
    })
    .execute()
  const kept = tx
    .selectFrom('password_hashes')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(remembered)
  await tx.deleteFrom('password_hashes').where('user_id', '=', userId).where('id', 'not in', kept).execute()
  return former !== undefined
}

/** Whether an account has a local password that signs it in: neither ended nor kept by a directory. */
export async function hasPassword(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('password_hashes as h')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .select('h.id')
    .where('h.user_id', '=', userId)
    .where('h.ended_at', 'is', null)
    .where('u.ad_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
