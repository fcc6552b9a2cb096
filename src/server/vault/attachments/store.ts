import type { Kysely } from 'kysely'
import { previewTypeOf, signatureBytes } from '#domain/vault/attachments.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { attachmentRefusals } from '#texts/vault/attachments.ts'
import { wrapKey } from '#server/platform/crypto/chest-key.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { unwrapElementKey } from '#server/vault/contents/sealing.ts'
import type { AttachmentBytes } from './room.ts'
import { insertChunk } from './rows.ts'
import {
  cut,
  placeOfAttachmentKey,
  sealAttachmentMeta,
  sealChunk,
  storedBytesOf,
  type AttachmentMeta,
  type AttachmentPlace,
} from './sealing.ts'

/** Bytes of a file that are sealed or hashed before other requests have their turn: less than a millisecond. */
const pieceBytes = 256 * 1024

/** Yields the bytes of a file in pieces, and to other requests between them. */
export async function* paced(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const yielder = createYielder()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    const pause = yielder.step(32)
    if (pause) await pause
  }
}

/** What is known of a file once its last byte was sealed. */
export type StoredFile = Pick<AttachmentMeta, 'size' | 'type'>

/** Seals a file and stores it chunk by chunk, each in a transaction of its own unless `db` is one. */
export async function storeChunks(
  db: Kysely<Tables>,
  key: DataKey,
  of: AttachmentPlace,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredFile> {
  const start = new Uint8Array(signatureBytes)
  let size = 0
  const chunks = cut(parts, (part) => {
    if (size < signatureBytes) start.set(part.subarray(0, signatureBytes - size), size)
    size += part.length
  })
  for await (const chunk of chunks) await insertChunk(db, of.id, chunk.number, sealChunk(key, of, chunk))
  return { size, type: previewTypeOf(start.subarray(0, size)) }
}

/** The parts of an item's row that its attachments need. */
export type AttachingItem = {
  readonly id: number
  readonly folder_id: number | null
  readonly wrapped_key: Uint8Array
}

/** Returns the columns of an attachment that make it readable: its key, under the item's present one, and its meta. */
export async function sealedColumns(
  writing: ChestWriting,
  item: AttachingItem,
  { id, key }: { id: number; key: DataKey },
  meta: AttachmentMeta,
) {
  const place = { id, itemId: item.id }
  const itemKey = unwrapElementKey(await writing.key(), 'items', item, item.folder_id)
  return {
    wrapped_key: wrapKey(itemKey, placeOfAttachmentKey(place), key),
    meta: sealAttachmentMeta(key, place, meta),
    stored_bytes: storedBytesOf(meta.size),
    created_at: writing.now,
    discard_at: null,
  }
}

/** Marks an item as changed: other screens read it again, and the undo of an import leaves it. */
export async function touchItem({ tx, chestRevision, now }: ChestWriting, itemId: number): Promise<void> {
  await tx
    .updateTable('items')
    .set((column) => ({
      revision: column('revision', '+', 1),
      chest_revision: chestRevision,
      updated_at: now,
    }))
    .where('id', '=', itemId)
    .execute()
}

export const tooLarge = ({ file }: AttachmentBytes): Refusal =>
  new Refusal('TOO_LARGE', { details: { maximum: file }, sentence: attachmentRefusals.tooLarge(file) })
