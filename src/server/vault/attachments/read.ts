import { Readable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { Refusal } from '#domain/platform/refusals.ts'
import { confirmRight, type InChest } from '#server/access/locate.ts'
import { unwrapKey } from '#server/platform/crypto/chest-key.ts'
import type { ChestKey, DataKey } from '#server/platform/crypto/data-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { secretsById } from '#server/vault/items/stored-items.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { attachmentRow, attachmentRowsOf, chunkReader, type AttachmentRow } from './rows.ts'
import type { AttachingItem } from './store.ts'
import {
  placeOfAttachmentKey,
  unsealAttachmentMeta,
  unsealChunks,
  type AttachmentMeta,
  type AttachmentPlace,
} from './sealing.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** Unwraps an attachment's own key and unseals its meta. Only finished attachments have both. */
function opened(
  itemKey: DataKey,
  place: AttachmentPlace,
  { wrapped_key: wrapped, meta }: Pick<AttachmentRow, 'wrapped_key' | 'meta'>,
): { key: DataKey; meta: AttachmentMeta } {
  if (wrapped === null || meta === null) throw new Refusal('ATTACHMENT_NOT_FOUND')
  const key = unwrapKey(itemKey, placeOfAttachmentKey(place), asSealed(wrapped))
  return { key, meta: unsealAttachmentMeta(key, place, meta) }
}

/** Returns the attachments of an item as the item shows them: the files, and those that can be restored. */
export async function attachmentsOf(db: Kysely<Tables>, ck: ChestKey, item: AttachingItem) {
  const rows = await attachmentRowsOf(db, item.id)
  if (rows.length === 0) return { attachments: [], removedAttachments: [] }
  const itemKey = unwrapElementKey(ck, 'items', item, item.folder_id)
  const shown = rows.map((row) => {
    const { name, size, type } = opened(itemKey, { id: row.id, itemId: item.id }, row).meta
    const createdAt = new Date(row.created_at).toISOString()
    return { row, file: { id: row.id, name, size, preview: type, createdAt, creator: row.creator } }
  })
  return {
    attachments: shown.filter(({ row }) => row.removed_at === null).map(({ file }) => file),
    removedAttachments: shown.flatMap(({ row: { removed_at: at, remover }, file }) =>
      at === null ? [] : [{ ...file, removedAt: new Date(at).toISOString(), removedBy: remover ?? '' }],
    ),
  }
}

/**
 * Returns a file's meta and its plain bytes, chunk by chunk, for downloads and copies. The caller has checked the right and
 * recorded the reading.
 * @throws Refusal ATTACHMENT_NOT_FOUND for one that is not of this item, is removed or not finished
 */
export async function openAttachment(
  db: Kysely<Tables>,
  ck: ChestKey,
  item: AttachingItem,
  id: number,
): Promise<{ meta: AttachmentMeta; chunks: AsyncGenerator<Buffer> }> {
  const row = await attachmentRow(db, id, item.id)
  if (!row || row.removed_at !== null) throw new Refusal('ATTACHMENT_NOT_FOUND')
  return openRow(db, unwrapElementKey(ck, 'items', item, item.folder_id), item.id, row)
}

/** Returns what `openAttachment` does, of a row that the caller has read. @param itemKey the key of the item */
export function openRow(
  db: Kysely<Tables>,
  itemKey: DataKey,
  itemId: number,
  row: Pick<AttachmentRow, 'id' | 'wrapped_key' | 'meta'>,
): { meta: AttachmentMeta; chunks: AsyncGenerator<Buffer> } {
  const place = { id: row.id, itemId }
  const { key, meta } = opened(itemKey, place, row)
  return { meta, chunks: unsealChunks(key, place, meta.size, chunkReader(db, row.id)) }
}

type ReadDeps = Pick<VaultDeps, 'db' | 'journal' | 'chestKeys' | 'log'>
type Request = InChest & {
  readonly params: { readonly id: number; readonly attachmentId: number }
  readonly isHead: boolean
  readonly setHeader: (name: string, value: string) => void
}

/** Nothing of a file ever runs in this origin: it is only saved, whatever it holds. */
const inert = "default-src 'none'; sandbox"

/** Sends a file. The reading is recorded, and the first chunk unsealed, before the first byte is sent. */
export async function readAttachment(
  { db, journal, chestKeys, log }: ReadDeps,
  { actor, chest, origin, params, isHead, setHeader }: Request,
): Promise<AsyncIterable<Uint8Array>> {
  const { id: itemId, attachmentId } = params
  const { item, ck } = await db.transaction().execute(async (tx) => {
    const objects = { item: itemId, attachment: attachmentId }
    const [row, file] = await Promise.all([
      secretsById(tx, chest.id, itemId),
      attachmentRow(tx, attachmentId, itemId),
      confirmRight(tx, chest),
      isHead ||
        journal.record(tx, actor, origin, { action: 'item.attachment.read', chest: chest.id, objects }),
    ])
    if (!row) throw new Refusal('ITEM_NOT_FOUND')
    if (!file || file.removed_at !== null) throw new Refusal('ATTACHMENT_NOT_FOUND')
    return { item: row, ck: await chestKeys.open(tx, chest) }
  })
  if (isHead) return Readable.from([])
  const { meta, chunks } = await openAttachment(db, ck, item, attachmentId)
  const first = await chunks.next()
  setHeader('content-length', String(meta.size))
  setHeader('content-disposition', dispositionOf(meta.name))
  setHeader('content-security-policy', inert)
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (!first.done) yield first.value
      // On SQLite a chunk is there at once: without a pause one download would hold other requests to its end.
      for await (const chunk of chunks) {
        yield chunk
        await pause()
      }
    } catch (error) {
      // The connection is broken off below the announced length, so that no browser takes it for the whole file.
      log.error({ err: error, item: itemId, attachment: attachmentId }, 'an attachment broke off')
      throw error
    }
  }
  return all()
}

/** Returns the header that saves a file under its name (RFC 6266, RFC 8187): nothing of the name is left unescaped. */
export const dispositionOf = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`
