import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { folders } from '#contract/vault/folders.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { Once } from '#server/access/creations.ts'
import type { InChest } from '#server/access/locate.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { inChest } from '#server/vault/contents/chest-writing.ts'
import { levelUnder, requireLevel } from '#server/vault/contents/folder-tree.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { newFolderRow } from '#server/vault/contents/item-row.ts'
import { readFolderId, readText } from '#server/vault/contents/values.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type CreateDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>
type Request = InChest & { readonly once: Once; readonly body: BodyOf<typeof folders.create> }

/** Creates a folder in another folder, or at the root of the chest. */
export function createFolder(deps: CreateDeps, { actor, chest, origin, body, once }: Request) {
  const name = readText('name', body.name)
  const description = readText('description', body.description)
  const parentId = readFolderId(body.parentFolderId, 'parentFolderId')
  return inChest(
    deps,
    chest,
    async (writing) => {
      const { tx, chestId, chestRevision, now } = writing
      requireLevel(await levelUnder(tx, chestId, parentId))
      const ck = await writing.key()
      const id = await nextId(tx, 'folders')
      const place = { id, chestId, chestRevision, parentId, by: actor.id, at: now }
      await tx
        .insertInto('folders')
        .values(newFolderRow(ck, place, { name, description }))
        .execute()
      await recordHistory(writing, actor, { element: 'folder', id }, historyActionOf.creation)
      await deps.journal.record(tx, actor, origin, {
        action: 'folder.created',
        chest: chestId,
        objects: { folder: id, parent: parentId },
      })
      return { id, message: contentTexts.folderCreated }
    },
    once,
  )
}
