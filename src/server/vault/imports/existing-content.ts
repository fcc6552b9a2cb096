import { sql, type Kysely } from 'kysely'
import { withItemKey } from '#server/platform/crypto/chest-key.ts'
import type { ChestKey, OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { createChangeReader } from '#server/vault/contents/changed-rows.ts'
import { parentColumn } from '#server/vault/contents/moving.ts'
import { digestOfItem, unsealSource, type ElementSource } from '#server/vault/contents/element-source.ts'
import { placeOfKey, type ElementTable } from '#server/vault/contents/places.ts'
import {
  unwrapElementKey,
  unsealItemOtp,
  unsealItemPassword,
  unsealItemSecrets,
  unsealRowMeta,
  unsealMeta,
  wrappingKeyOf,
  type Metas,
} from '#server/vault/contents/sealing.ts'
import { naturalKey, type ExistingContent } from './identity.ts'
import type { Digests } from './match-items.ts'

type Row = {
  id: number
  chest_revision: number
  meta_revision: number
  deleted_at: number | null
  folder_id?: number | null
  parent_id?: number | null
  wrapped_key: Uint8Array
  meta: Uint8Array
  /** Empty if the element was not imported. */
  source: Uint8Array
}
const rowsOf = (table: ElementTable) =>
  createChangeReader<Row>(table, {
    plain: ['id', 'chest_revision', 'meta_revision', 'deleted_at', parentColumn[table]],
    bytes: ['wrapped_key', 'meta', 'source'],
  })
const readers = { folders: rowsOf('folders'), items: rowsOf('items') }

/** Reads the content of a chest, trash included, that an import is compared with. */
export const readExistingContent = async (
  db: Kysely<Tables>,
  ck: ChestKey,
  chestId: number,
): Promise<ExistingContent> => ({
  folders: await elementsOf(db, ck, 'folders', chestId, (parentId, meta) => ({
    parentId,
    name: meta?.name ?? '',
  })),
  items: await elementsOf(db, ck, 'items', chestId, (folderId, meta) => ({
    folderId,
    key: meta === null ? '' : naturalKey(meta),
  })),
})

/**
 * Returns the elements of a table of a chest, oldest first, with their sources. Of those in the trash only the
 * source is unsealed, and `meta` is null.
 */
async function elementsOf<Table extends ElementTable, Own>(
  db: Kysely<Tables>,
  ck: ChestKey,
  table: Table,
  chestId: number,
  ownOf: (parentId: number | null, meta: Metas[Table] | null) => Own,
) {
  const yielder = createYielder()
  const elements: (Own & { id: number; isLive: boolean; source: ElementSource | null })[] = []
  for await (const rows of readers[table](db, { chestId, after: -1 }))
    for (const row of rows) {
      const { id, source } = row
      const parentId = row[parentColumn[table]] ?? null
      const isLive = row.deleted_at === null
      const read = (key: OpeningKey) => ({
        id,
        isLive,
        ...ownOf(parentId, isLive ? unsealMeta(key, table, row, chestId) : null),
        source: source.length === 0 ? null : unsealSource(key, table, id, chestId, source),
      })
      const by = wrappingKeyOf(ck, row.wrapped_key)
      elements.push(withItemKey(by, placeOfKey(table, id, parentId), asSealed(row.wrapped_key), read))
      await yielder.step(4)
    }
  return elements.toSorted((one, other) => one.id - other.id)
}

/** Items read at a time, so that other requests are not blocked. */
const chunkRows = 500

/** Returns the digests (`digestOfItem`) of the current content of items, by id. */
export async function readDigests(
  db: Kysely<Tables>,
  ck: ChestKey,
  chestId: number,
  itemIds: readonly number[],
): Promise<Digests> {
  const yielder = createYielder()
  const digests = new Map<number, string>()
  for (let from = 0; from < itemIds.length; from += chunkRows) {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'folder_id', 'wrapped_key', 'meta', 'meta_revision'])
      .select(['password', 'password_revision', 'otp', 'otp_revision', 'secrets', 'secrets_revision'])
      .select('renew_before')
      .where('chest_id', '=', chestId)
      .where(isAmong(db, sql.ref('id'), sql`${listOf(db, itemIds.slice(from, from + chunkRows))}`))
      .execute()
    for (const row of rows) {
      const key = unwrapElementKey(ck, 'items', row, row.folder_id)
      const meta = unsealRowMeta(ck, 'items', row, chestId, row.folder_id)
      const password = unsealItemPassword(key, row, chestId)
      const otp = unsealItemOtp(key, row, chestId) || null
      const secrets = unsealItemSecrets(key, row, chestId)
      const fields = meta.fields.map((field) => ({
        ...field,
        value: field.value ?? secrets.get(field.id) ?? '',
      }))
      digests.set(row.id, digestOfItem({ ...meta, password, otp, fields, renewBefore: row.renew_before }))
      await yielder.step(4)
    }
  }
  return digests
}
