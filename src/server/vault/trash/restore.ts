import { sql } from 'kysely'
import type { Actor } from '#server/access/session.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { deepestLevel, levelUnder, heightOf } from '#server/vault/contents/folder-tree.ts'
import { rewrapForMove } from '#server/vault/contents/sealing.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { recordForEntry } from './trash-entries.ts'
import type { TrashEntry } from './entries.ts'

/** Restores entries, latest first, so that an element trashed before its folder finds that folder again. */
export async function restoreEntries(
  writing: ChestWriting,
  actor: Actor,
  entries: readonly TrashEntry[],
): Promise<void> {
  for (const entry of entries.toSorted((one, other) => other.id - one.id)) {
    await restoreEntry(writing, actor, entry)
  }
}

/** Restores exactly the elements of an entry, at the root if their folder no longer exists. */
async function restoreEntry(writing: ChestWriting, actor: Actor, entry: TrashEntry): Promise<void> {
  const { tx, chestRevision, now } = writing
  await recordForEntry(writing, actor, entry.id, 'restoration')
  if (entry.element === 'item') await restoreItemPlace(writing, entry.element_id)
  else await restoreFolderPlace(writing, entry)
  for (const table of ['folders', 'items'] as const) {
    await sql`update ${sql.table(table)} set deleted_at = null, trash_id = null, revision = revision + 1,
      chest_revision = ${chestRevision}, updated_at = ${now} where trash_id = ${entry.id}`.execute(tx)
  }
  await tx.deleteFrom('trash_entries').where('id', '=', entry.id).execute()
}

async function restoreItemPlace(writing: ChestWriting, id: number): Promise<void> {
  const { tx, chestId } = writing
  const row = await tx
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.folder_id === null || (await folderById(tx, chestId, row.folder_id))) return
  const wrapped = rewrapForMove(await writing.key(), 'items', row, row.folder_id, null)
  await tx.updateTable('items').set({ folder_id: null, wrapped_key: wrapped }).where('id', '=', id).execute()
}

async function restoreFolderPlace(writing: ChestWriting, entry: TrashEntry): Promise<void> {
  const { tx, chestId } = writing
  const row = await tx
    .selectFrom('folders')
    .select(['id', 'parent_id', 'wrapped_key'])
    .where('id', '=', entry.element_id)
    .executeTakeFirstOrThrow()
  if (row.parent_id === null) return
  if (await folderById(tx, chestId, row.parent_id)) {
    const height = await heightOf(tx, row.id, entry.id)
    // The parent may have moved down since: if the folder would be too deep, it goes to the root.
    if ((await levelUnder(tx, chestId, row.parent_id)) + height - 1 <= deepestLevel) return
  }
  const wrapped = rewrapForMove(await writing.key(), 'folders', row, row.parent_id, null)
  await tx
    .updateTable('folders')
    .set({ parent_id: null, wrapped_key: wrapped })
    .where('id', '=', row.id)
    .execute()
}
