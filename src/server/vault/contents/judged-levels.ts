import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Returns the version of the rules (`judgeVersion`) that gave all levels of a chest. It holds for the rows read at the same
 * revision of the chest: whatever brings levels of former rules raises the revision in its transaction.
 */
export async function judgeOfChest(db: Kysely<Tables>, chestId: number): Promise<number> {
  const row = await db
    .selectFrom('chests')
    .select('judged_by')
    .where('id', '=', chestId)
    .executeTakeFirstOrThrow()
  return row.judged_by
}

/**
 * Takes back the mark of a chest in which elements arrive with levels of former rules, so that all its passwords are rated
 * again. The caller has raised the chest's revision in the same transaction.
 * @param judgedBy the version of the rules that gave the levels that arrive
 */
export async function receiveLevels(
  tx: Transaction<Tables>,
  chestId: number,
  judgedBy: number,
): Promise<void> {
  await tx
    .updateTable('chests')
    .set({ judged_by: judgedBy })
    .where('id', '=', chestId)
    .where('judged_by', '>', judgedBy)
    .execute()
}
