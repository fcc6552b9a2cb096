import { sql, type Kysely } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { packed, unpacked, type PackedColumns } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ElementTable } from './places.ts'

/** The position of a scan: after this row, in the order of (chest revision, id); without id after the revision. */
export type Cursor = { readonly revision: number; readonly id?: number }

/** A chest, and the revision after which its rows are read; -1 reads all. */
type Asked = { chestId: number; after: number }

type Scan = { chest: number; revision: number; id: number; most: number }
type Stamped = { id: number; chest_revision: number }

/**
 * The rows of the cursor's own revision after its id, or those of later revisions: each is a plain range of
 * the index. For one query that compares pairs, SQLite would restart each chunk at the revision's first row.
 */
type Range = 'sameRevision' | 'laterRevisions'
const comparison = { sameRevision: sql`=`, laterRevisions: sql`>` } as const

/** Few enough that reading them does not block other requests. */
const chunkRows = 250
const noBytes = new Uint8Array()

const rowsOf = (table: ElementTable, columns: PackedColumns, range: Range) =>
  prepared((db: Kysely<Tables>, params: Params<Scan>) => {
    const selected = [
      ...columns.plain.map((name) => sql.ref(name)),
      ...columns.bytes.map((name) => sql`coalesce(${sql.ref(name)}, ${noBytes}) as ${sql.ref(name)}`),
    ]
    const isBeyond = range === 'sameRevision' ? sql`and id > ${params('id')}` : sql``
    return packed(
      db,
      columns,
      sql`select ${sql.join(selected)} from ${sql.table(table)}
        where chest_id = ${params('chest')} and chest_revision ${comparison[range]} ${params('revision')} ${isBeyond}
        order by chest_revision, id limit ${params('most')}`,
    )
  })

/**
 * Returns a function that reads the next rows of a chest after a position, trash included.
 * @param columns the columns to read, `chest_revision` and `id` among them; null bytes are read as none
 */
export function createRowScan<Row extends Stamped>(table: ElementTable, columns: PackedColumns) {
  const queries = {
    sameRevision: rowsOf(table, columns, 'sameRevision'),
    laterRevisions: rowsOf(table, columns, 'laterRevisions'),
  }
  return async (
    db: Kysely<Tables>,
    chest: number,
    { revision, id }: Cursor,
    most: number,
  ): Promise<Row[]> => {
    const read = async (range: Range, limit: number): Promise<Row[]> => {
      const scan = { chest, revision, id: id ?? 0, most: limit }
      return unpacked<Row>(columns, await queries[range].first(db, scan))
    }
    const rows = id === undefined ? [] : await read('sameRevision', most)
    if (rows.length < most) rows.push(...(await read('laterRevisions', most - rows.length)))
    return rows
  }
}

/**
 * Returns a reader of a chest's rows that changed after a revision, trash included, in chunks. A row that
 * changes meanwhile is read again at its new position.
 */
export function createChangeReader<Row extends Stamped>(table: ElementTable, columns: PackedColumns) {
  const scan = createRowScan<Row>(table, columns)
  return async function* chunks(db: Kysely<Tables>, { chestId, after }: Asked): AsyncGenerator<Row[]> {
    let next = scan(db, chestId, { revision: after }, chunkRows)
    for (;;) {
      const rows = await next
      const last = rows.at(-1)
      const isLast = rows.length < chunkRows || last === undefined
      // Requested before this chunk is decrypted, so that a database server reads meanwhile.
      if (!isLast) next = scan(db, chestId, { revision: last.chest_revision, id: last.id }, chunkRows)
      next.catch(() => undefined)
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  }
}
