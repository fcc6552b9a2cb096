import type { Kysely } from 'kysely'
import { prepared, type Params, type Prepared } from '#server/database/compiled.ts'
import type { Flag } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/tables.ts'

/** Where a reading of a chest's rows stands: after this row, in the order of (chest revision, id). */
export type Cursor = { revision: number; id: number }

type Scan = { chest: number; revision: number; id: number; most: number }

/** What the index reads of a row: never a password or an OTP secret, not even sealed. */
type IndexedColumns = {
  id: number
  wrapped_key: Uint8Array
  meta: Uint8Array
  meta_revision: number
  revision: number
  chest_revision: number
  deleted_at: number | null
  created_by: number
}
export type FolderIndexRow = IndexedColumns & { parent_id: number | null }
export type ItemIndexRow = IndexedColumns & {
  folder_id: number | null
  category_id: number
  has_password: Flag
  has_otp: Flag
}

const columns = ['id', 'wrapped_key', 'meta', 'meta_revision', 'revision', 'chest_revision'] as const
const flags = ['created_by', 'deleted_at'] as const

/**
 * The rows of the cursor's own revision after its id, or those of later revisions: each a plain range of the index.
 * In one query that compares pairs, SQLite would begin with every chunk at the revision's first row again.
 */
type Range = 'sameRevision' | 'laterRevisions'
const comparison = { sameRevision: '=', laterRevisions: '>' } as const

const folderRows = (range: Range) =>
  prepared((db: Kysely<Tables>, params: Params<Scan>) =>
    db
      .selectFrom('folders')
      .select([...columns, ...flags, 'parent_id'])
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
      .select([...columns, ...flags, 'folder_id', 'category_id', 'has_password', 'has_otp'])
      .where('chest_id', '=', params('chest'))
      .where('chest_revision', comparison[range], params('revision'))
      .$if(range === 'sameRevision', (query) => query.where('id', '>', params('id')))
      .orderBy('chest_revision')
      .orderBy('id')
      .limit(params('most')),
  )

type Queries<Row> = Record<Range, Prepared<Tables, Scan, Row>>
const folderQueries = {
  sameRevision: folderRows('sameRevision'),
  laterRevisions: folderRows('laterRevisions'),
} satisfies Queries<FolderIndexRow>
const itemQueries = {
  sameRevision: itemRows('sameRevision'),
  laterRevisions: itemRows('laterRevisions'),
} satisfies Queries<ItemIndexRow>

/** Few enough that reading them holds nobody up. */
const chunkRows = 250

/** The rows of a chest after a cursor, in chunks; a row that changes meanwhile comes again, at its new place. */
async function* chunks<Row extends IndexedColumns>(
  db: Kysely<Tables>,
  queries: Queries<Row>,
  chestId: number,
  after: Cursor,
): AsyncGenerator<Row[]> {
  let { revision, id } = after
  for (;;) {
    const scan = { chest: chestId, revision, id, most: chunkRows }
    const rows = await queries.sameRevision.all(db, scan)
    const most = chunkRows - rows.length
    if (most > 0) rows.push(...(await queries.laterRevisions.all(db, { ...scan, most })))
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < chunkRows || last === undefined) return
    revision = last.chest_revision
    id = last.id
  }
}

export const folderChunks = (db: Kysely<Tables>, chestId: number, after: Cursor) =>
  chunks<FolderIndexRow>(db, folderQueries, chestId, after)

export const itemChunks = (db: Kysely<Tables>, chestId: number, after: Cursor) =>
  chunks<ItemIndexRow>(db, itemQueries, chestId, after)

/** The logins of users, by id. */
export async function loginsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'login']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, login }) => [id, login]))
}
