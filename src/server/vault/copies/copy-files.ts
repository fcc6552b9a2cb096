import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { wrapKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type ChestKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { openAttachment } from '#server/vault/attachments/read.ts'
import { attachmentRow } from '#server/vault/attachments/rows.ts'
import { placeOfAttachmentKey, sealAttachmentMeta } from '#server/vault/attachments/sealing.ts'
import { storeChunks } from '#server/vault/attachments/store.ts'
import { beginFiles, type StoredUnseen } from '#server/vault/attachments/unseen.ts'
import type { FileRow, ItemRow } from './read-tree.ts'

/** The new id and key of a copied row. */
export type NewElement = { readonly id: number; readonly key: DataKey }

/** A file to copy, and the item and id of its copy. */
export type NewFile = {
  readonly id: number
  readonly file: FileRow
  readonly item: ItemRow
  readonly to: NewElement
}

/** Inserts the rows of copied files, which nobody sees until the copies are visible. */
export async function beginCopies(
  tx: Transaction<Tables>,
  by: Parameters<typeof beginFiles>[1],
  files: readonly FileRow[],
  itemOf: ReadonlyMap<number, { readonly row: ItemRow; readonly to: NewElement }>,
): Promise<NewFile[]> {
  const sizes = files.map((file) => file.stored_bytes)
  const ids = await beginFiles(tx, by, sizes)
  return files.flatMap((file, at) => {
    const [id, item] = [ids[at], itemOf.get(file.item_id)]
    return id === undefined || !item ? [] : [{ id, file, item: item.row, to: item.to }]
  })
}

/**
 * Seals files again under keys and places of their own, chunk by chunk, each chunk in a transaction of its own.
 * @throws Refusal ATTACHMENT_NOT_FOUND for one that is removed meanwhile
 */
export async function copyFiles(
  db: Kysely<Tables>,
  from: ChestKey,
  { files }: { readonly files: readonly NewFile[] },
  onCopied: (done: number) => void,
): Promise<StoredUnseen[]> {
  const copied: StoredUnseen[] = []
  for (const { id, file, item, to } of files) {
    const key = newKey()
    const place = { id, itemId: to.id }
    try {
      const { meta, chunks } = await openAttachment(db, from, item, file.id)
      await storeChunks(db, key, place, chunks)
      const wrapped_key = wrapKey(to.key, placeOfAttachmentKey(place), key)
      copied.push({ id, itemId: to.id, wrapped_key, meta: sealAttachmentMeta(key, place, meta) })
      onCopied(copied.length)
    } catch (error) {
      throw error instanceof SealError ? await reasonOf(db, { file, item }, error) : error
    }
  }
  return copied
}

/** Returns why a file did not unseal: it went away, or its item got another key, since the rows were read. */
async function reasonOf(
  db: Kysely<Tables>,
  { file, item }: Pick<NewFile, 'file' | 'item'>,
  error: SealError,
): Promise<Error> {
  if (!(await attachmentRow(db, file.id, item.id))) return new Refusal('ATTACHMENT_NOT_FOUND')
  const now = await db.selectFrom('items').select('wrapped_key').where('id', '=', item.id).executeTakeFirst()
  const isSame = now !== undefined && Buffer.compare(now.wrapped_key, item.wrapped_key) === 0
  return isSame ? error : new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
}
