import type { Kysely } from 'kysely'
import { retentionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Returns the deleted chests that can be restored, latest first: thirty days have not passed, and no node has
 * begun to destroy them (erase.ts). A node with another clock may have begun early.
 */
export async function deletedChests(db: Kysely<Tables>, now: number) {
  const rows = await db
    .selectFrom('chests as c')
    .where('c.deleted_at', '>', now - retentionLimits.deletedChestMs)
    .where('c.key_version', '>', 0)
    .select(['c.id', 'c.name', 'c.description', 'c.type', 'c.guardian', 'c.deleted_at'])
    .orderBy('c.deleted_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map(({ guardian, deleted_at: deletedAt, ...chest }) => ({
    ...chest,
    guardian: guardian === 1,
    deletedAt: new Date(Number(deletedAt)).toISOString(),
    erasedAt: new Date(Number(deletedAt) + retentionLimits.deletedChestMs).toISOString(),
  }))
}

/** Marks a chest as deleted; from the next request on no user finds it. */
export async function markDeleted(tx: Kysely<Tables>, id: number, now: number): Promise<void> {
  await tx.updateTable('chests').set({ deleted_at: now }).where('id', '=', id).execute()
}

/**
 * Restores a deleted chest unchanged, with its grants and banks.
 * @throws Refusal CHEST_NOT_FOUND when it is not deleted, does not exist, or is being destroyed
 */
export async function restoreChest(tx: Kysely<Tables>, id: number, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('chests')
    .set({ deleted_at: null })
    .where('id', '=', id)
    // Conditions on the row itself: PostgreSQL checks them again after waiting for another transaction.
    .where('deleted_at', '>', now - retentionLimits.deletedChestMs)
    .where('key_version', '>', 0)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('CHEST_NOT_FOUND')
}
