import type { Kysely } from 'kysely'
import { retentionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * The deleted chests that can be brought back, latest first: their thirty days are not over, and nothing has begun
 * to destroy them (erase.ts), which the clock of another node may have thought due.
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

/** Takes a chest away from everybody at once; the next request finds it no more. */
export async function markDeleted(tx: Kysely<Tables>, id: number, now: number): Promise<void> {
  await tx.updateTable('chests').set({ deleted_at: now }).where('id', '=', id).execute()
}

/**
 * Brings a deleted chest back as it was, attachments and all.
 * @throws Refusal CHEST_NOT_FOUND when it lives, never was, or is being destroyed
 */
export async function bringBack(tx: Kysely<Tables>, id: number, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('chests')
    .set({ deleted_at: null })
    .where('id', '=', id)
    // Asked of the row itself: PostgreSQL, having waited for another transaction, looks at it again.
    .where('deleted_at', '>', now - retentionLimits.deletedChestMs)
    .where('key_version', '>', 0)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('CHEST_NOT_FOUND')
}
