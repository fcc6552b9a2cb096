import { sql, type RawBuilder } from 'kysely'
import { dropOutlivedSnapshot } from '#server/vault/chest-index/snapshots.ts'
import { dropSummary } from '#server/vault/summaries/summaries.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { movable, moveToRoot, parentColumn } from '#server/vault/contents/moving.ts'
import { condemnOfItems } from '#server/vault/attachments/rows.ts'
import type { TrashEntry } from './entries.ts'

/**
 * Deletes entries permanently: the rows, and with them the keys that sealed their content and old versions.
 * Elements that were trashed separately from one of these folders would be restored to the root.
 */
export async function destroyEntries(
  writing: ChestWriting,
  entries: readonly Pick<TrashEntry, 'id'>[],
): Promise<void> {
  const { tx, now } = writing
  const list = listOf(
    tx,
    entries.map(({ id }) => id),
  )
  const isGoing = (column: string) => isAmong(tx, sql.ref(column), sql`${list}`)
  await freeStrangers(writing, isGoing)
  await markDestroyed(writing, isGoing)
  await dropSummary(tx, writing.chestId)
  await dropOutlivedSnapshot(tx, writing.chestId)
  for (const element of ['folder', 'item'] as const) {
    const going = sql`select id from ${sql.table(`${element}s`)} where ${isGoing('trash_id')}`
    for (const table of ['versions', 'history']) {
      await sql`delete from ${sql.table(table)}
        where element = ${sql.lit(element)} and element_id in (${going})`.execute(tx)
    }
  }
  await condemnOfItems(tx, sql`select id from items where ${isGoing('trash_id')}`, now)
  await tx.deleteFrom('items').where(isGoing('trash_id')).execute()
  await tx.deleteFrom('folders').where(isGoing('trash_id')).execute()
  await tx.deleteFrom('trash_entries').where(isGoing('id')).execute()
}

type IsGoing = (column: string) => RawBuilder<boolean>

/** Records up to which revision elements were deleted. An index older than that would show them forever. */
async function markDestroyed({ tx, chestId }: ChestWriting, isGoing: IsGoing): Promise<void> {
  for (const table of ['folders', 'items'] as const) {
    const last = sql`(select max(chest_revision) from ${sql.table(table)} where ${isGoing('trash_id')})`
    await sql`update chests set destroyed_revision = ${last}
      where id = ${chestId} and destroyed_revision < ${last}`.execute(tx)
  }
}

/**
 * Moves elements of other trash entries out of the folders to delete, as their keys are bound to those
 * folders.
 */
async function freeStrangers(writing: ChestWriting, isGoing: IsGoing): Promise<void> {
  const { tx } = writing
  const going = tx.selectFrom('folders').select('id').where(isGoing('trash_id'))
  for (const table of ['items', 'folders'] as const) {
    const rows = await movable(tx, table)
      .where(sql.ref(parentColumn[table]), 'in', going)
      .where('trash_id', 'is not', null)
      .where((where) => where.not(isGoing('trash_id')))
      .execute()
    for (const row of rows) await moveToRoot(writing, table, row)
  }
}
