import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { explorer } from '#contract/vault/explorer.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import { inChest } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { liveElements, moveElements, requireMoveTarget } from '#server/vault/contents/moving.ts'
import { readFolderId } from '#server/vault/contents/values.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type MoveDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>
type Request = InChest & { readonly body: BodyOf<typeof explorer.move> }

/** Moves a selection to one folder in one transaction, so that it is moved whole or not at all. */
export async function moveSelection(deps: MoveDeps, { actor, chest, origin, body }: Request) {
  const { items, folders } = body
  const to = readFolderId(body.folderId, 'folderId')
  requireSelection(items, folders)
  return inChest(deps, chest, async (writing) => {
    const { tx, chestId } = writing
    const [itemRows, folderRows] = await Promise.all([
      liveElements(tx, 'items', chestId, items),
      liveElements(tx, 'folders', chestId, folders),
    ])
    if (folderRows.length < folders.length) throw new Refusal('FOLDER_NOT_FOUND')
    if (itemRows.length < items.length) throw new Refusal('ITEM_NOT_FOUND')
    await requireMoveTarget(writing, folders, to)
    await moveElements(writing, 'folders', folderRows, to)
    await moveElements(writing, 'items', itemRows, to)
    const moved = [
      ...folders.map((id) => ({ element: 'folder' as const, id })),
      ...items.map((id) => ({ element: 'item' as const, id })),
    ]
    await Promise.all(
      moved.flatMap(({ element, id }) => [
        recordHistory(writing, actor, { element, id }, historyActionOf.change, 'folder'),
        deps.journal.record(tx, actor, origin, {
          chest: chestId,
          ...(element === 'item'
            ? { action: 'item.moved', objects: { item: id, field: 'folder' } }
            : { action: 'folder.moved', objects: { folder: id, field: 'folder' } }),
        }),
      ]),
    )
    return { message: items.length > 0 ? contentTexts.itemMoved : contentTexts.folderMoved }
  })
}

/** @throws Refusal VALUE_REQUIRED when nothing is selected */
export function requireSelection(items: readonly number[], folders: readonly number[]): void {
  if (items.length + folders.length === 0)
    throw new Refusal('VALUE_REQUIRED', { details: { field: 'body/items' } })
}
