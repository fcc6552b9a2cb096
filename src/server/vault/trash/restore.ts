import { sql } from 'kysely'
import type { Actor } from '#server/access/session.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { deepestLevel, levelUnder, heightOf } from '#server/vault/contents/folder-tree.ts'
import { movable, moveToRoot } from '#server/vault/contents/moving.ts'
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
  await restorePlace(writing, entry)
  for (const table of ['folders', 'items'] as const) {
    await sql`update ${sql.table(table)} set deleted_at = null, trash_id = null, revision = revision + 1,
      chest_revision = ${chestRevision}, updated_at = ${now} where trash_id = ${entry.id}`.execute(tx)
  }
  await tx.deleteFrom('trash_entries').where('id', '=', entry.id).execute()
}

/** Moves the element to the root if its folder is gone, or has since moved so far down that it would be too deep. */
async function restorePlace(writing: ChestWriting, { id, element, element_id }: TrashEntry): Promise<void> {
  const { tx, chestId } = writing
  const table = `${element}s` as const
  const row = await movable(tx, table).where('id', '=', element_id).executeTakeFirstOrThrow()
  if (row.parent === null) return
  if (await folderById(tx, chestId, row.parent)) {
    if (element === 'item') return
    const height = await heightOf(tx, row.id, id)
    if ((await levelUnder(tx, chestId, row.parent)) + height - 1 <= deepestLevel) return
  }
  await moveToRoot(writing, table, row)
}
