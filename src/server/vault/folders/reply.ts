import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { historyOf } from '#server/vault/contents/history.ts'
import { folderById } from './folder-rows.ts'
import type { ChestIndexes } from '#server/vault/explorer/chest-indexes.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type Index = Awaited<ReturnType<ChestIndexes['of']>>

/** Counts the items and folders below a folder, at any depth. */
async function holdsOf(
  index: Index,
  folder: { id: number; countItems: number },
): Promise<{ items: number; folders: number }> {
  const total = { items: folder.countItems, folders: 0 }
  for (const child of await index.foldersIn(folder.id)) {
    const below = await holdsOf(index, child)
    total.items += below.items
    total.folders += 1 + below.folders
  }
  return total
}

/**
 * Returns a folder as its detail panel shows it: place and counts from the index, history from the database.
 */
export async function folderReply(
  { indexes }: Pick<VaultDeps, 'indexes'>,
  db: Kysely<Tables>,
  chest: LocatedChest,
  id: number,
) {
  const row = await folderById(db, chest.id, id)
  const index = await indexes.of(chest)
  const folder = index.folders.get(id)
  if (!row || !folder) throw new Refusal('FOLDER_NOT_FOUND')
  const path = index.pathTo(id).map((step) => ({ id: step.id, name: step.name }))
  return {
    id,
    name: folder.name,
    description: folder.description,
    level: path.length,
    children: index.countFoldersIn(id),
    chestId: chest.id,
    path,
    creator: folder.creator,
    createAt: new Date(row.created_at).toISOString(),
    ...(await historyOf(db, 'folder', id)),
    countItems: folder.countItems,
    holds: await holdsOf(index, folder),
    parent: folder.parentId,
    guardian: folder.guardian,
    revision: folder.revision,
  }
}
