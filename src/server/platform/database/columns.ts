import {
  sql,
  type ColumnDataType,
  type CreateTableBuilder,
  type ColumnDefinitionBuilder,
  type Kysely,
  type Transaction,
} from 'kysely'
import { prepared, type Params } from './compiled.ts'
import { engineOf, type Engine } from './engine.ts'

/** The engine's column types, for migrations. */
export interface Columns {
  readonly engine: Engine
  /** Identifiers and references to them: integers below 2^53. */
  readonly id: ColumnDataType
  /** Sealed bytes, hashes, keys. */
  readonly blob: ColumnDataType
  /** Instants and durations in milliseconds, counters. */
  readonly integer: ColumnDataType
  /** 0 or 1. */
  readonly flag: ColumnDataType
  readonly text: ColumnDataType
  /** The options of an `id` column that is the primary key: numbers grow and are never reused. */
  readonly primary: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /** Begins a table; on SQLite one that checks the types of its values as PostgreSQL does. */
  table<Name extends string>(db: Pick<Kysely<never>, 'schema'>, name: Name): CreateTableBuilder<Name, never>
}

const sqliteColumns: Columns = {
  engine: 'sqlite',
  id: 'integer',
  blob: 'blob',
  integer: 'integer',
  flag: 'integer',
  text: 'text',
  primary: (column) => column.primaryKey().autoIncrement(),
  table: (db, name) => db.schema.createTable(name).modifyEnd(sql`strict`),
}

const postgresColumns: Columns = {
  engine: 'postgres',
  id: 'bigint',
  blob: 'bytea',
  integer: 'bigint',
  flag: 'smallint',
  text: 'text',
  primary: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  table: (db, name) => db.schema.createTable(name),
}

export function columnsOf(engine: Engine): Columns {
  return { sqlite: sqliteColumns, postgres: postgresColumns }[engine]
}

/**
 * Draws `count` identifiers of a table whose `id` is `primary`, before the rows exist: a ciphertext is bound to the id of
 * its row. They grow and are never reused, but may leave gaps. It must run in the transaction that inserts.
 */
export async function nextIds<Tables>(
  tx: Transaction<Tables>,
  table: keyof Tables & string,
  count: number,
): Promise<number[]> {
  if (count === 0) return []
  // The two queries below use no table of the application.
  const any = tx as unknown as Kysely<unknown>
  if (engineOf(any) === 'postgres') {
    return (await takeFromSequence.all(any, { table, count })).map((row) => row.id)
  }
  const last =
    (await raiseSequence.first(any, { table, count }))?.last ?? (await beginSequence(any, table, count))
  return Array.from({ length: count }, (_, index) => last - count + 1 + index)
}

/** Draws one identifier, as `nextIds`. */
export async function nextId<Tables>(tx: Transaction<Tables>, table: keyof Tables & string): Promise<number> {
  const [id] = await nextIds(tx, table, 1)
  if (id === undefined) throw new Error(`no identifier for ${table}`)
  return id
}

const takeFromSequence = prepared(
  (_db: Kysely<unknown>, params: Params<{ table: string; count: number }>) =>
    sql<{ id: number }>`select nextval(pg_get_serial_sequence(${params('table')}, 'id')) as id
    from generate_series(1, ${params('count')}::int)`,
)

// `sqlite_sequence` is SQLite's own table of the last number of each autoincrement column.
const raiseSequence = prepared(
  (_db: Kysely<unknown>, params: Params<{ table: string; count: number }>) =>
    sql<{ last: number }>`update sqlite_sequence set seq = seq + ${params('count')}
    where name = ${params('table')} returning seq as last`,
)

async function beginSequence(tx: Kysely<unknown>, table: string, count: number): Promise<number> {
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${count})`.execute(tx)
  return count
}
