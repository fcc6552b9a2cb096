import type { Kysely, Transaction } from 'kysely'
import { retentionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { changeRow } from '#server/access/proved-changes.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
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
export const markDeleted = (tx: Transaction<Tables>, id: number, now: number): Promise<void> =>
  changeRow(tx, 'chests', id, { deleted_at: now }, now)

/**
 * Restores a deleted chest unchanged, with its grants and banks.
 * @throws Refusal CHEST_NOT_FOUND when it is not deleted, does not exist, or is being destroyed
 */
export async function restoreChest(tx: Transaction<Tables>, id: number, now: number): Promise<void> {
  // Its destruction may begin at the same moment.
  await lockRows(tx, 'chests', [id])
  const restorable = await tx
    .selectFrom('chests')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', '>', now - retentionLimits.deletedChestMs)
    .where('key_version', '>', 0)
    .executeTakeFirst()
  if (!restorable) throw new Refusal('CHEST_NOT_FOUND')
  await changeRow(tx, 'chests', id, { deleted_at: null }, now)
}
