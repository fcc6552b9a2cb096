import type { Kysely } from 'kysely'
import { prepared, type Params } from '#server/database/compiled.ts'
import type { Flag, Tables } from '#server/database/tables.ts'

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
  creator: string
}
export type FolderIndexRow = IndexedColumns & { parent_id: number | null }
export type ItemIndexRow = IndexedColumns & {
  folder_id: number | null
  category_id: number
  has_password: Flag
  has_otp: Flag
}

const foldersAfter = prepared((db: Kysely<Tables>, params: Params<Scan>) =>
  db
    .selectFrom('folders as e')
    .innerJoin('users as u', 'u.id', 'e.created_by')
    .select(['e.id', 'e.wrapped_key', 'e.meta', 'e.meta_revision', 'e.revision', 'e.chest_revision'])
    .select(['e.deleted_at', 'u.login as creator', 'e.parent_id'])
    .where('e.chest_id', '=', params('chest'))
    .where((where) =>
      where(where.refTuple('e.chest_revision', 'e.id'), '>', where.tuple(params('revision'), params('id'))),
    )
    .orderBy('e.chest_revision')
    .orderBy('e.id')
    .limit(params('most')),
)

const itemsAfter = prepared((db: Kysely<Tables>, params: Params<Scan>) =>
  db
    .selectFrom('items as e')
    .innerJoin('users as u', 'u.id', 'e.created_by')
    .select(['e.id', 'e.wrapped_key', 'e.meta', 'e.meta_revision', 'e.revision', 'e.chest_revision'])
    .select(['e.deleted_at', 'u.login as creator', 'e.folder_id'])
    .select(['e.category_id', 'e.has_password', 'e.has_otp'])
    .where('e.chest_id', '=', params('chest'))
    .where((where) =>
      where(where.refTuple('e.chest_revision', 'e.id'), '>', where.tuple(params('revision'), params('id'))),
    )
    .orderBy('e.chest_revision')
    .orderBy('e.id')
    .limit(params('most')),
)

/** Few enough that reading them holds nobody up. */
const chunkRows = 500

/** The rows of a chest after a cursor, in chunks; a row that changes meanwhile comes again, at its new place. */
async function* chunks<Row extends IndexedColumns>(
  read: (values: Scan) => Promise<Row[]>,
  chestId: number,
  after: Cursor,
): AsyncGenerator<Row[]> {
  let { revision, id } = after
  for (;;) {
    const rows = await read({ chest: chestId, revision, id, most: chunkRows })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < chunkRows || last === undefined) return
    revision = last.chest_revision
    id = last.id
  }
}

export const folderChunks = (db: Kysely<Tables>, chestId: number, after: Cursor) =>
  chunks<FolderIndexRow>((values) => foldersAfter.all(db, values), chestId, after)

export const itemChunks = (db: Kysely<Tables>, chestId: number, after: Cursor) =>
  chunks<ItemIndexRow>((values) => itemsAfter.all(db, values), chestId, after)
