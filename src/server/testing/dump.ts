import { sql, type Kysely } from 'kysely'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Row = Record<string, unknown>

/** Tables that every call changes: sessions and the journal. */
const restless: readonly string[] = [
  'journal',
  'journal_people',
  'sessions',
  'kysely_migration',
  'kysely_migration_lock',
]

/** Returns the tables whose rows show what calls have changed. */
export async function tablesOf(db: Kysely<Tables>): Promise<(keyof Tables)[]> {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name }) => name)
    .filter((name) => !restless.includes(name) && !name.startsWith('sqlite_'))
    .toSorted() as (keyof Tables)[]
}

/** Writes bytes as base64: a list of numbers would be ten times as long to compare. */
const asText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** Returns the rows of tables that `keep` selects, as texts to compare. */
export async function dumpOf(
  db: Kysely<Tables>,
  tables: readonly (keyof Tables)[],
  keep: (table: string, row: Row) => boolean = () => true,
): Promise<Record<string, string[]>> {
  const entries = tables.map(async (table) => {
    const rows = (await db.selectFrom(table).selectAll().execute()) as Row[]
    const kept = rows.filter((row) => keep(table, row)).map((row) => JSON.stringify(row, asText))
    return [table, kept.toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * Makes the database count the rows written to tables. While the count is unchanged, one query replaces
 * reading every table.
 * @returns how to read the count
 */
export async function countChanges(
  db: Kysely<Tables>,
  engine: Engine,
  tables: readonly (keyof Tables)[],
): Promise<() => Promise<number>> {
  const run = (statement: string) => sql.raw<{ changes: number }>(statement).execute(db)
  for (const statement of engine === 'sqlite' ? onSqlite(tables) : onPostgres(tables)) await run(statement)
  const source =
    engine === 'sqlite' ? 'changes_counted' : '(select last_value as changes from changes_counted) one'
  return async () => Number((await run(`select changes from ${source}`)).rows[0]?.changes)
}

const onSqlite = (tables: readonly string[]): string[] => [
  'create table changes_counted (changes integer not null)',
  'insert into changes_counted values (0)',
  ...tables.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (deed) =>
        `create trigger count_${deed}_${table} after ${deed} on ${table} begin update changes_counted set changes = changes + 1; end`,
    ),
  ),
]

// A sequence needs no lock: a row would queue the transactions.
const onPostgres = (tables: readonly string[]): string[] => [
  'create sequence changes_counted',
  "select nextval('changes_counted')",
  `create function count_change() returns trigger language plpgsql
    as $$ begin perform nextval('changes_counted'); return null; end $$`,
  ...tables.map(
    (table) =>
      `create trigger count_change after insert or update or delete on ${table} for each row execute function count_change()`,
  ),
]
