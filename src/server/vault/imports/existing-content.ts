import { sql, type Kysely } from 'kysely'
import { withItemKey } from '#server/platform/crypto/chest-key.ts'
import type { ChestKey, OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { idsAsJson, isAmong, listOf, packed, unpacked } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import { digestOfItem, unsealSource } from '#server/vault/contents/element-source.ts'
import { placeOfKey, type ElementTable } from '#server/vault/contents/places.ts'
import {
  unwrapElementKey,
  unsealItemOtp,
  unsealItemPassword,
  unsealRowMeta,
  unsealMeta,
  wrappingKeyOf,
} from '#server/vault/contents/sealing.ts'
import { naturalKey, type ExistingContent, type ExistingFolder, type ExistingItem } from './identity.ts'
import type { Digests } from './match-items.ts'

/** Rows read at a time, so that other requests are not blocked. */
const chunkRows = 500

type Row = {
  id: number
  parent: number | null
  meta_revision: number
  deleted_at: number | null
  wrapped_key: Uint8Array
  meta: Uint8Array
  /** Empty if the element was not imported. */
  source: Uint8Array
}
const columns = {
  plain: ['id', 'parent', 'meta_revision', 'deleted_at'],
  bytes: ['wrapped_key', 'meta', 'source'],
} as const
const parentColumn = { folders: 'parent_id', items: 'folder_id' } as const

/** Reads the content of a chest, trash included, that an import is compared with. */
export async function readExistingContent(
  db: Kysely<Tables>,
  ck: ChestKey,
  chestId: number,
): Promise<ExistingContent> {
  const yielder = createYielder()
  const folders: ExistingFolder[] = []
  const items: ExistingItem[] = []
  for await (const row of rowsOf(db, 'folders', chestId, yielder)) {
    const { meta, ...state } = opened(ck, 'folders', chestId, row)
    folders.push({ id: row.id, parentId: row.parent, ...state, name: meta?.name ?? '' })
  }
  for await (const row of rowsOf(db, 'items', chestId, yielder)) {
    const { meta, ...state } = opened(ck, 'items', chestId, row)
    items.push({ id: row.id, folderId: row.parent, ...state, key: meta === null ? '' : naturalKey(meta) })
  }
  return { folders, items }
}

/** Yields the rows of a table of a chest, oldest first. */
async function* rowsOf(
  db: Kysely<Tables>,
  table: ElementTable,
  chestId: number,
  yielder: Yielder,
): AsyncGenerator<Row> {
  const all = sql`select id from ${sql.table(table)} where chest_id = ${chestId}`
  const { rows: found } = await sql<{ ids: string }>`select ${idsAsJson(db, all)} as ids`.execute(db)
  const ids = (JSON.parse(found[0]?.ids ?? '[]') as number[]).toSorted((one, other) => one - other)
  for (let from = 0; from < ids.length; from += chunkRows) {
    const chunk = sql`
      select id, ${sql.ref(parentColumn[table])} as parent, meta_revision, deleted_at, wrapped_key, meta,
             coalesce(source, ${new Uint8Array()}) as source
        from ${sql.table(table)} where ${isOneOf(db, ids.slice(from, from + chunkRows))} order by id`
    const { rows } = await packed(db, columns, chunk).execute(db)
    for (const row of unpacked<Row>(columns, rows[0])) {
      yield row
      const pause = yielder.step(4)
      if (pause) await pause
    }
  }
}

const isOneOf = (db: Kysely<Tables>, ids: readonly number[]) =>
  isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`)

/** Unseals a row's metadata and source with its key unwrapped once; in the trash only the source. */
function opened<Table extends ElementTable>(ck: ChestKey, table: Table, chestId: number, row: Row) {
  const isLive = row.deleted_at === null
  const read = (key: OpeningKey) => ({
    isLive,
    meta: isLive ? unsealMeta(key, table, row, chestId) : null,
    source: row.source.length === 0 ? null : unsealSource(key, table, row.id, chestId, row.source),
  })
  const by = wrappingKeyOf(ck, row.wrapped_key)
  return withItemKey(by, placeOfKey(table, row.id, row.parent), asSealed(row.wrapped_key), read)
}

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
      .select(['password', 'password_revision', 'otp', 'otp_revision'])
      .where('chest_id', '=', chestId)
      .where(isOneOf(db, itemIds.slice(from, from + chunkRows)))
      .execute()
    for (const row of rows) {
      const key = unwrapElementKey(ck, 'items', row, row.folder_id)
      const meta = unsealRowMeta(ck, 'items', row, chestId, row.folder_id)
      const at = (revision: number) => ({ id: row.id, chestId, revision })
      const password =
        row.password === null ? '' : unsealItemPassword(key, at(row.password_revision), row.password)
      const otp = row.otp === null ? null : unsealItemOtp(key, at(row.otp_revision), row.otp)
      digests.set(row.id, digestOfItem({ ...meta, password, otp }))
      const pause = yielder.step(4)
      if (pause) await pause
    }
  }
  return digests
}
