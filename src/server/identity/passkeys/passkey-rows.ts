import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

export type Passkey = {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** Returns an account's passkeys, the oldest first. */
export async function passkeysOf(db: Kysely<Tables>, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** Deletes every passkey of an account, with its pending challenges. */
export async function deletePasskeys(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
