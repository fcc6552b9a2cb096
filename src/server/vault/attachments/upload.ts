import { attachmentLimits } from '#domain/platform/limits.ts'
import { attachmentName } from '#domain/vault/attachments.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { attachmentMessages, attachmentRefusals } from '#texts/vault/attachments.ts'
import type { Once } from '#server/access/creations.ts'
import type { ReceiveFile } from '#server/access/handler.ts'
import { confirmRight, type InChest } from '#server/access/locate.ts'
import { newKey } from '#server/platform/crypto/data-key.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { itemById } from '#server/vault/items/stored-items.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { discardUnfinished } from './discard.ts'
import { condemnAttachments } from './rows.ts'
import { lockBanksOf, requireLocked, roomFor } from './room.ts'
import { sealedColumns, storeChunks, tooLarge, touchItem } from './store.ts'
import { storedBytesOf } from './sealing.ts'

export type UploadDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'config' | 'log'>
type Request = InChest & {
  readonly params: { readonly id: number }
  readonly once: Once
  readonly receive: ReceiveFile
  readonly header: (name: string) => string | undefined
}

/** What a form adds to its file at most: boundaries, headers, the name. */
const formBytes = 8_192

/**
 * Attaches a file to an item. Its chunks are stored as they arrive, under a row that nobody sees. The last transaction
 * checks everything again and makes it visible. Until then its key exists in this process only.
 */
export async function addAttachment(deps: UploadDeps, request: Request) {
  const { db, clock, config } = deps
  const { actor, chest, origin, once, params } = request
  const limits = config.attachmentBytes
  const announced = Math.max(0, Number(request.header('content-length') ?? 0) - formBytes)
  if (announced > limits.file) throw tooLarge(limits)
  const id = await begin(deps, request, announced)
  try {
    const key = newKey()
    const { name, parts } = await request.receive({ maxBytes: limits.file, tooLarge: () => tooLarge(limits) })
    const stored = await storeChunks(db, key, { id, itemId: params.id }, parts)
    return await once(async (tx) => {
      const banks = await lockBanksOf(tx, chest.id)
      const writing = await writeToChest(tx, deps, chest)
      await requireLocked(tx, chest.id, banks)
      const { now } = writing
      const item = await itemById(tx, chest.id, params.id)
      const at = { itemId: item.id, chestId: chest.id }
      const givingWay = await roomFor(tx, at, storedBytesOf(stored.size), limits)
      if (givingWay.length > 0) await condemnAttachments(tx, givingWay, now)
      const meta = { name: attachmentName(name), ...stored }
      const { numUpdatedRows } = await tx
        .updateTable('attachments')
        .set(await sealedColumns(writing, item, { id, key }, meta))
        .where('id', '=', id)
        .where('item_id', '=', item.id)
        .where('discard_at', 'is not', null)
        .executeTakeFirstOrThrow()
      // It took longer than any upload may, and the job has discarded it.
      if (numUpdatedRows === 0n) throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
      await touchItem(writing, item.id)
      const element = { element: 'item', id: item.id } as const
      await recordHistory(writing, actor, element, historyActionOf.change, 'attachment_add')
      const objects = { item: item.id, attachment: id }
      await deps.journal.record(tx, actor, origin, {
        action: 'item.attachment.added',
        chest: chest.id,
        objects,
      })
      return { id, message: attachmentMessages.added }
    })
  } finally {
    // Does nothing to a finished one. If it fails, the job does it.
    await discardUnfinished(db, id, clock()).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'an unfinished attachment is left to the job')
    })
  }
}

/** Inserts the row of an upload, unless it is clear that it will be refused. @returns its id */
async function begin(
  { db, chestKeys, clock, config }: UploadDeps,
  { actor, chest, params }: Request,
  announced: number,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Concurrent uploads of a user are counted one after the other.
    await lockRows(tx, 'users', [actor.id])
    await confirmRight(tx, chest)
    const item = await itemById(tx, chest.id, params.id)
    // Refuses a locked chest before the file is read.
    await chestKeys.open(tx, chest)
    const at = { itemId: item.id, chestId: chest.id }
    await roomFor(tx, at, storedBytesOf(announced), config.attachmentBytes)
    const { unfinished } = await tx
      .selectFrom('attachments')
      .select((count) => count.fn.countAll<number>().as('unfinished'))
      .where('created_by', '=', actor.id)
      // The files of a copy under way have no item yet.
      .where('item_id', 'is not', null)
      .where('discard_at', '>', clock())
      .executeTakeFirstOrThrow()
    if (Number(unfinished) >= attachmentLimits.uploadsAtOnce)
      throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 5, sentence: attachmentRefusals.tooManyUploads })
    const id = await nextId(tx, 'attachments')
    const now = clock()
    await tx
      .insertInto('attachments')
      .values({
        id,
        item_id: item.id,
        chest_id: chest.id,
        stored_bytes: 0,
        created_by: actor.id,
        created_at: now,
        discard_at: now + attachmentLimits.uploadMs,
      })
      .execute()
    return id
  })
}
