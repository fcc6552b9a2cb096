import { sql, type Kysely, type RawBuilder } from 'kysely'
import { engineOf, type Engine } from './engine.ts'

type Db = Pick<Kysely<never>, 'getExecutor'>
type Ref = RawBuilder<unknown>

/** Returns ids as one parameter, so that the text of a statement does not depend on their number. */
export const listOf = (db: Db, ids: Iterable<number>): string =>
  engineOf(db) === 'sqlite' ? `[${[...ids].join(',')}]` : `{${[...ids].join(',')}}`

const rowsOf: Record<Engine, (list: Ref) => Ref> = {
  sqlite: (list) => sql`select value from json_each(${list})`,
  postgres: (list) => sql`select unnest(${list}::bigint[])`,
}
const among: Record<Engine, (column: Ref, list: Ref) => RawBuilder<boolean>> = {
  sqlite: (column, list) => sql`${column} in (${rowsOf.sqlite(list)})`,
  postgres: (column, list) => sql`${column} = any(${list}::bigint[])`,
}

/** Returns a parameter of `listOf` as a select of its ids. */
export const idsOf = (db: Db, list: Ref): Ref => rowsOf[engineOf(db)](list)

/** Returns the condition that a column holds one of the ids of a parameter of `listOf`. */
export const isAmong = (db: Db, column: Ref, list: Ref): RawBuilder<boolean> =>
  among[engineOf(db)](column, list)

const gathered: Record<Engine, (rows: Ref) => RawBuilder<string>> = {
  sqlite: (rows) => sql`(select json_group_array(id) from (${rows}))`,
  postgres: (rows) => sql`array_to_json(array(${rows}))::text`,
}

/** Returns the column `id` of a select, in its order, as one JSON text: a tenth of the time of as many rows. */
export const idsAsJson = (db: Db, rows: Ref): RawBuilder<string> => gathered[engineOf(db)](rows)

const tables: Record<Engine, (columns: Ref, rows: Ref) => Ref> = {
  sqlite: (columns, rows) => sql`select json_group_array(json_array(${columns})) as rows from (${rows}) as r`,
  postgres: (columns, rows) =>
    sql`select json_agg(json_build_array(${columns}))::text as rows from (${rows}) as r`,
}

/**
 * Returns the rows of a select, in its order, as one JSON text of arrays, for `rowsIn`: creating an object per row in the
 * driver takes several times as long as parsing the text.
 *
 * @param columns the names of the select's columns that the arrays hold
 */
export const rowsAsJson = (
  db: Db,
  columns: readonly string[],
  rows: Ref,
): RawBuilder<{ rows: string | null }> =>
  sql<{
    rows: string | null
  }>`${tables[engineOf(db)](sql.join(columns.map((column) => sql.ref(`r.${column}`))), rows)}`

/** Parses the result of `rowsAsJson`, which is null on PostgreSQL without rows. */
export const rowsIn = <Row extends readonly unknown[]>(read: { rows: string | null } | undefined): Row[] =>
  JSON.parse(read?.rows ?? '[]') as Row[]

const pieces: Record<Engine, (columns: Ref, bytes: Ref, rows: Ref) => Ref> = {
  // SQLite concatenates bytes like text, without checking them.
  sqlite: (columns, bytes, rows) =>
    sql`select json_group_array(json_array(${columns})) as rows, cast(group_concat(${bytes}, '') as blob) as bytes from (${rows}) as r`,
  postgres: (columns, bytes, rows) =>
    sql`select json_agg(json_build_array(${columns}))::text as rows, string_agg(${bytes}, ''::bytea) as bytes from (${rows}) as r`,
}

/** The columns of a select that are read together: plain ones, and those that hold bytes, which are never null. */
export type PackedColumns = { readonly plain: readonly string[]; readonly bytes: readonly string[] }

type Packed = { rows: string | null; bytes: Uint8Array | null }

/**
 * Returns the rows of a select, in its order, as `rowsAsJson`, and their bytes as one blob, for `unpacked`: a driver spends
 * more time on a separate blob than on the rest of its row.
 */
export function packed(db: Db, { plain, bytes }: PackedColumns, rows: Ref): RawBuilder<Packed> {
  const all = bytes.map((column) => sql.ref(`r.${column}`))
  const columns = [
    ...plain.map((column) => sql.ref(`r.${column}`)),
    ...all.map((column) => sql`length(${column})`),
  ]
  return sql<Packed>`${pieces[engineOf(db)](sql.join(columns), sql.join(all, sql` || `), rows)}`
}

/** Returns the rows of a result of `packed`; their bytes are views on one buffer. */
export function unpacked<Row extends object>(
  { plain, bytes }: PackedColumns,
  read: Packed | undefined,
): Row[] {
  const piece = read?.bytes ?? new Uint8Array()
  let at = 0
  return rowsIn<readonly unknown[]>(read).map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < plain.length; index += 1) row[plain[index] as string] = values[index]
    for (let index = 0; index < bytes.length; index += 1) {
      const end = at + Number(values[plain.length + index])
      row[bytes[index] as string] = piece.subarray(at, end)
      at = end
    }
    return row as Row
  })
}

const beside: Record<Engine, (column: Ref) => Ref> = {
  sqlite: (column) => sql`+${column}`,
  postgres: (column) => column,
}

/** Returns a column whose index SQLite must not use first: it takes the first that fits, PostgreSQL compares costs. */
export const unindexed = (db: Db, column: Ref): Ref => beside[engineOf(db)](column)

const inBytes: Record<Engine, (column: Ref) => Ref> = {
  sqlite: (column) => column,
  postgres: (column) => sql`${column} collate "C"`,
}

/** Returns a text column for an order that is the same on both engines: byte by byte. */
export const byBytes = (db: Db, column: Ref): Ref => inBytes[engineOf(db)](column)

const arrays: Record<Engine, (value: Ref) => RawBuilder<string>> = {
  sqlite: (value) => sql`json_group_array(${value})`,
  postgres: (value) => sql`json_agg(${value})::text`,
}

/** Returns the values of a group as one JSON text, unordered. */
export const groupAsJson = (db: Db, value: Ref): RawBuilder<string> => arrays[engineOf(db)](value)
