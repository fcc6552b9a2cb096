import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { dueRuleFor } from '#server/vault/contents/due-rules.ts'
import { historyOf } from '#server/vault/contents/history.ts'
import { folderById } from './folder-rows.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

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
  const folder = index.folder(id)
  if (!row || !folder) throw new Refusal('FOLDER_NOT_FOUND')
  const path = index.pathTo(id)
  const rule = await dueRuleFor(db, chest.id, id)
  return {
    id,
    name: folder.name,
    description: folder.description,
    level: path.length,
    children: folder.children,
    chestId: chest.id,
    path,
    creator: folder.creator,
    createAt: new Date(row.created_at).toISOString(),
    ...(await historyOf(db, 'folder', id)),
    countItems: folder.countItems,
    holds: folder.holds,
    parent: folder.parentId,
    guardian: folder.guardian,
    renewDays: row.renew_days,
    dueRule: rule && {
      days: rule.days,
      folder: path.find((one) => one.id === rule.folderId) ?? null,
    },
    revision: folder.revision,
  }
}
