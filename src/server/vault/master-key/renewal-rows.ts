import { sql, type Kysely, type Transaction } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import type { Resealed, SealedRow, SealedVersion } from './reseal.ts'

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

type Scan = { chest: number; revision: number; id: number; most: number }

const sealedColumns = ['id', 'wrapped_key', 'meta', 'meta_revision', 'chest_revision', 'source'] as const
const secretColumns = ['password', 'password_revision', 'otp', 'otp_revision'] as const

// As in contents/changed-rows.ts: two plain ranges of the index. One query that compares pairs would restart
// the scan.
const comparison = { sameRevision: '=', laterRevisions: '>' } as const
const ranges = ['sameRevision', 'laterRevisions'] as const
type Range = (typeof ranges)[number]

const folderRows = (range: Range) =>
  prepared((db: Kysely<Tables>, params: Params<Scan>) =>
    db
      .selectFrom('folders')
      .select([...sealedColumns, 'parent_id as parentId'])
      .where('chest_id', '=', params('chest'))
      .where('chest_revision', comparison[range], params('revision'))
      .$if(range === 'sameRevision', (query) => query.where('id', '>', params('id')))
      .orderBy('chest_revision')
      .orderBy('id')
      .limit(params('most')),
  )
const itemRows = (range: Range) =>
  prepared((db: Kysely<Tables>, params: Params<Scan>) =>
    db
      .selectFrom('items')
      .select([...sealedColumns, ...secretColumns, 'folder_id as parentId'])
      .where('chest_id', '=', params('chest'))
      .where('chest_revision', comparison[range], params('revision'))
      .$if(range === 'sameRevision', (query) => query.where('id', '>', params('id')))
      .orderBy('chest_revision')
      .orderBy('id')
      .limit(params('most')),
  )
const scans = {
  folders: { sameRevision: folderRows('sameRevision'), laterRevisions: folderRows('laterRevisions') },
  items: { sameRevision: itemRows('sameRevision'), laterRevisions: itemRows('laterRevisions') },
}

export type ScannedRow = SealedRow & { readonly chest_revision: number }

/**
 * Returns the next rows after a place, trash included. A row that changed meanwhile has a later revision and
 * is read (again) at its new place, so that none is missed.
 */
export async function nextRows(
  tx: Kysely<Tables>,
  chestId: number,
  { step, after_revision: revision, after_id: id }: Place,
  most: number,
): Promise<ScannedRow[]> {
  const scan = { chest: chestId, revision, id, most }
  const rows: ScannedRow[] = await scans[step].sameRevision.all(tx, scan)
  const left = most - rows.length
  return left > 0 ? [...rows, ...(await scans[step].laterRevisions.all(tx, { ...scan, most: left }))] : rows
}

const elementOf = { folders: 'folder', items: 'item' } as const

/** Returns the old versions of elements, by element id. */
export async function versionsOf(
  tx: Transaction<Tables>,
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

const putFolder = prepared(
  (
    db: Kysely<Tables>,
    params: Params<{
      id: number
      key: Resealed['meta']
      meta: Resealed['meta']
      source: Resealed['source']
    }>,
  ) =>
    db
      .updateTable('folders')
      .set({ wrapped_key: params('key'), meta: params('meta'), source: params('source') })
      .where('id', '=', params('id')),
)
const putItem = prepared(
  (
    db: Kysely<Tables>,
    params: Params<{
      id: number
      key: Resealed['meta']
      meta: Resealed['meta']
      password: Resealed['password']
      otp: Resealed['otp']
      source: Resealed['source']
    }>,
  ) =>
    db
      .updateTable('items')
      .set({
        wrapped_key: params('key'),
        meta: params('meta'),
        password: params('password'),
        otp: params('otp'),
        source: params('source'),
      })
      .where('id', '=', params('id')),
)
const putVersion = prepared((db: Kysely<Tables>, params: Params<{ id: number; sealed: Resealed['meta'] }>) =>
  db
    .updateTable('versions')
    .set({ sealed: params('sealed') })
    .where('id', '=', params('id')),
)

/** Writes resealed parts. Revisions stay unchanged, because no content has changed. */
export async function putResealed(
  tx: Transaction<Tables>,
  table: ElementTable,
  rows: readonly { id: number; resealed: Resealed }[],
): Promise<void> {
  await Promise.all(
    rows.flatMap(({ id, resealed: { wrapped_key: key, meta, password, otp, source, versions } }) => [
      table === 'folders'
        ? putFolder.run(tx, { id, key, meta, source })
        : putItem.run(tx, { id, key, meta, password, otp, source }),
      ...versions.map((version) => putVersion.run(tx, version)),
    ]),
  )
}
