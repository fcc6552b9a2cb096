import { attachmentLimits } from '#domain/platform/limits.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { attachmentMessages } from '#texts/vault/attachments.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { itemById } from '#server/vault/items/stored-items.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { attachmentRow, attachmentRowsOf, condemnAttachments } from './rows.ts'
import { touchItem } from './store.ts'

type ChangeDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>
type Request = InChest & { readonly params: { readonly id: number; readonly attachmentId: number } }

/** Removes a file from an item. Of the removed ones, the oldest beyond ten are destroyed. */
export const removeAttachment = (deps: ChangeDeps, request: Request) =>
  changeAttachment(deps, request, 'removed', (writing, { actor, params }) =>
    removeFiles(writing, actor, params.id, [params.attachmentId]),
  )

/** Restores a removed file. It fits: removed files count as well. */
export const restoreAttachment = (deps: ChangeDeps, request: Request) =>
  changeAttachment(deps, request, 'restored', (writing, { actor, params }) =>
    restoreFiles(writing, actor, params.id, [params.attachmentId]),
  )

/** Removes files of an item, and records it in the item's history; its revision and the journal are left to the caller. */
export async function removeFiles(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  itemId: number,
  ids: readonly number[],
): Promise<void> {
  const { tx, now } = writing
  if (ids.length === 0) return
  for (const id of ids) {
    await tx
      .updateTable('attachments')
      .set({ removed_at: now, removed_by: actor.id })
      .where('id', '=', id)
      .execute()
    await recordHistory(writing, actor, itemAt(itemId), historyActionOf.change, 'attachment_delete')
  }
  const beyond = (await attachmentRowsOf(tx, itemId))
    .filter((row) => row.removed_at !== null)
    .toSorted((one, other) => Number(other.removed_at) - Number(one.removed_at) || other.id - one.id)
    .slice(attachmentLimits.removedPerItem)
  if (beyond.length > 0)
    await condemnAttachments(
      tx,
      beyond.map(({ id }) => id),
      now,
    )
}

/** Restores removed files of an item, as `removeFiles` removes them. */
export async function restoreFiles(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  itemId: number,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    await writing.tx
      .updateTable('attachments')
      .set({ removed_at: null, removed_by: null })
      .where('id', '=', id)
      .execute()
    await recordHistory(writing, actor, itemAt(itemId), historyActionOf.change, 'attachment_restore')
  }
}

const itemAt = (id: number) => ({ element: 'item', id }) as const

function changeAttachment(
  deps: ChangeDeps,
  request: Request,
  change: 'removed' | 'restored',
  write: (writing: ChestWriting, request: Request) => Promise<void>,
) {
  const { actor, chest, origin, params } = request
  const { id: itemId, attachmentId } = params
  return inChest(deps, chest, async (writing) => {
    const { tx } = writing
    await itemById(tx, chest.id, itemId)
    const row = await attachmentRow(tx, attachmentId, itemId)
    // Of two callers at once, the second is refused.
    if (!row || (row.removed_at === null) !== (change === 'removed'))
      throw new Refusal('ATTACHMENT_NOT_FOUND')
    await write(writing, request)
    await touchItem(writing, itemId)
    await deps.journal.record(tx, actor, origin, {
      action: `item.attachment.${change}`,
      chest: chest.id,
      objects: { item: itemId, attachment: attachmentId },
    })
    return { message: attachmentMessages[change] }
  })
}
