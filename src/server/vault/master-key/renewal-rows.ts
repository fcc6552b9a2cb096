import { sql, type Kysely, type Transaction } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createChangeReader, createRowScan } from '#server/vault/contents/changed-rows.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import type { Resealed, SealedAttachment, SealedRow, SealedVersion } from './reseal.ts'

/** The progress of a chest's renewal: the current table and the last row done. */
export type Place = { step: ElementTable; after_revision: number; after_id: number }

/** The start of each table: no row has a smaller revision. */
const start = { after_revision: -1, after_id: 0 }
export const beginning: Place = { step: 'folders', ...start }
/** Items follow folders. */
export const afterFolders: Place = { step: 'items', ...start }

/** Records that a chest's content must be resealed, in the transaction that gives it another key. */
export async function beginRenewal(tx: Transaction<Tables>, chestId: number, now: number): Promise<void> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from folders where chest_id = ${chestId})
         + (select count(*) from items where chest_id = ${chestId}) as total`.execute(tx)
  await tx
    .insertInto('chest_renewals')
    .values({
      chest_id: chestId,
      done: 0,
      total: Number(rows[0]?.total ?? 0),
      ...beginning,
      begun_at: now,
    })
    .execute()
}

export const renewalOf = (db: Kysely<Tables>, chestId: number) =>
  db
    .selectFrom('chest_renewals')
    .select(['done', 'total', 'step', 'after_revision', 'after_id'])
    .where('chest_id', '=', chestId)
    .executeTakeFirst()

/** Records the progress in the transaction of the batch. */
export async function saveProgress(
  tx: Transaction<Tables>,
  chestId: number,
  place: Place,
  done: number,
): Promise<void> {
  await tx
    .updateTable('chest_renewals')
    .set((column) => ({ ...place, done: column('done', '+', done) }))
    .where('chest_id', '=', chestId)
    .execute()
}

const plain = ['id', 'meta_revision', 'chest_revision'] as const
const bytes = ['wrapped_key', 'meta', 'source'] as const

/**
 * Read the next rows after a place, trash included. A row that changed meanwhile has a later revision and is
 * read (again) at its new place, so that none is missed.
 */
export const nextRows = {
  folders: createRowScan<ScannedRow>('folders', { plain: [...plain, 'parent_id'], bytes }),
  items: createRowScan<ScannedRow>('items', {
    plain: [...plain, 'folder_id', 'password_revision', 'otp_revision', 'secrets_revision'],
    bytes: [...bytes, 'password', 'otp', 'secrets'],
  }),
}
export type ScannedRow = SealedRow & { readonly chest_revision: number }

type Wrapped = { id: number; chest_revision: number; wrapped_key: Uint8Array }
const keysOf = (table: ElementTable) =>
  createChangeReader<Wrapped>(table, { plain: ['id', 'chest_revision'], bytes: ['wrapped_key'] })

/** Read the wrapped keys of all elements of a chest, trash included. */
export const wrappedKeys = [keysOf('folders'), keysOf('items')]

const elementOf = { folders: 'folder', items: 'item' } as const

/** Returns the old versions of elements, by element id. */
export async function versionsOf(
  tx: Kysely<Tables>,
  table: ElementTable,
  ids: readonly number[],
): Promise<Map<number, SealedVersion[]>> {
  const rows = await tx
    .selectFrom('versions')
    .select(['id', 'field', 'sealed', 'element_id'])
    .where('element', '=', elementOf[table])
    .where('element_id', 'in', ids)
    .execute()
  return Map.groupBy(rows, (row) => row.element_id)
}

/** Returns the wrapped keys of the attachments of items, by item id. */
export async function attachmentKeysOf(
  tx: Kysely<Tables>,
  itemIds: readonly number[],
): Promise<Map<number | null, SealedAttachment[]>> {
  const rows = await tx
    .selectFrom('attachments')
    .select(['id', 'item_id', 'wrapped_key'])
    .where('item_id', 'in', itemIds)
    .where('wrapped_key', 'is not', null)
    .$narrowType<{ wrapped_key: Sealed }>()
    .execute()
  return Map.groupBy(rows, (row) => row.item_id)
}

type Parts = Omit<Resealed, 'versions' | 'attachments'> & { id: number }
const putIn = (table: ElementTable) =>
  prepared((_db: Kysely<Tables>, params: Params<Parts>) => {
    const secrets = sql`, password = ${params('password')}, otp = ${params('otp')}, secrets = ${params('secrets')}`
    return sql`
      update ${sql.table(table)}
         set wrapped_key = ${params('wrapped_key')}, meta = ${params('meta')}, source = ${params('source')}
             ${table === 'items' ? secrets : sql``}
       where id = ${params('id')}`
  })
const put = { folders: putIn('folders'), items: putIn('items') }
const putVersion = prepared((db: Kysely<Tables>, params: Params<{ id: number; sealed: Resealed['meta'] }>) =>
  db
    .updateTable('versions')
    .set({ sealed: params('sealed') })
    .where('id', '=', params('id')),
)

const putAttachmentKey = prepared((db: Kysely<Tables>, params: Params<{ id: number; wrapped_key: Sealed }>) =>
  db
    .updateTable('attachments')
    .set({ wrapped_key: params('wrapped_key') })
    .where('id', '=', params('id')),
)

/** Writes resealed parts. Revisions stay unchanged, because no content has changed. */
export async function putResealed(
  tx: Transaction<Tables>,
  table: ElementTable,
  rows: readonly { id: number; resealed: Resealed }[],
): Promise<void> {
  await Promise.all(
    rows.flatMap(({ id, resealed: { versions, attachments, ...parts } }) => [
      put[table].run(tx, { id, ...parts }),
      ...versions.map((version) => putVersion.run(tx, version)),
      ...attachments.map((attachment) => putAttachmentKey.run(tx, attachment)),
    ]),
  )
}
