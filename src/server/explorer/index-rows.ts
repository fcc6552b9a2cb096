import { sql, type Kysely } from 'kysely'
import { prepared, type Params } from '#server/database/compiled.ts'
import { packed, unpacked, type PackedColumns } from '#server/database/lists.ts'
import type { ElementTable } from '#server/elements/places.ts'
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

const common = ['id', 'meta_revision', 'revision', 'chest_revision', 'created_by', 'deleted_at'] as const
const bytes = ['wrapped_key', 'meta'] as const
const columnsOf = {
  folders: { plain: [...common, 'parent_id'], bytes },
  items: { plain: [...common, 'folder_id', 'category_id', 'has_password', 'has_otp'], bytes },
} as const satisfies Record<ElementTable, PackedColumns>

/**
 * The rows of the cursor's own revision after its id, or those of later revisions: each a plain range of the index.
 * In one query that compares pairs, SQLite would begin with every chunk at the revision's first row again.
 */
type Range = 'sameRevision' | 'laterRevisions'
const comparison = { sameRevision: '=', laterRevisions: '>' } as const

const rowsOf = (table: ElementTable, range: Range) =>
  prepared((db: Kysely<Tables>, params: Params<Scan>) => {
    const { plain, bytes } = columnsOf[table]
    const rows = db
      .selectFrom(table)
      .select([...plain, ...bytes])
      .where('chest_id', '=', params('chest'))
      .where('chest_revision', comparison[range], params('revision'))
      .$if(range === 'sameRevision', (query) => query.where('id', '>', params('id')))
      .orderBy('chest_revision')
      .orderBy('id')
      .limit(params('most'))
    return packed(db, columnsOf[table], sql`${rows}`)
  })

const queries = {
  folders: {
    sameRevision: rowsOf('folders', 'sameRevision'),
    laterRevisions: rowsOf('folders', 'laterRevisions'),
  },
  items: { sameRevision: rowsOf('items', 'sameRevision'), laterRevisions: rowsOf('items', 'laterRevisions') },
}

/** Few enough that reading them holds nobody up. */
const chunkRows = 250

/** The rows of a chest after a cursor, in chunks; a row that changes meanwhile comes again, at its new place. */
async function* chunks<Row extends IndexedColumns>(
  db: Kysely<Tables>,
  table: ElementTable,
  chest: number,
  after: Cursor,
): AsyncGenerator<Row[]> {
  const read = async (range: Range, { revision, id }: Cursor, most: number): Promise<Row[]> =>
    unpacked<Row>(columnsOf[table], await queries[table][range].first(db, { chest, revision, id, most }))
  const chunkAfter = async (cursor: Cursor): Promise<Row[]> => {
    const rows = await read('sameRevision', cursor, chunkRows)
    if (rows.length < chunkRows) rows.push(...(await read('laterRevisions', cursor, chunkRows - rows.length)))
    return rows
  }
  let next = chunkAfter(after)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    const isLast = rows.length < chunkRows || last === undefined
    // Asked for before this chunk is opened: another process, where there is one, reads meanwhile.
    if (!isLast) next = chunkAfter({ revision: last.chest_revision, id: last.id })
    next.catch(() => undefined)
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}

export const folderChunks = (db: Kysely<Tables>, chestId: number, after: Cursor) =>
  chunks<FolderIndexRow>(db, 'folders', chestId, after)

export const itemChunks = (db: Kysely<Tables>, chestId: number, after: Cursor) =>
  chunks<ItemIndexRow>(db, 'items', chestId, after)

/** The logins of users, by id. */
export async function loginsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'login']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, login }) => [id, login]))
}
