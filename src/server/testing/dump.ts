import { sql, type Kysely } from 'kysely'
import type { Engine } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Row = Record<string, unknown>

/** What changes with every call, whatever it does: who called, and what was told of it. */
const restless: readonly string[] = ['journal', 'sessions', 'kysely_migration', 'kysely_migration_lock']

/** The tables of a database whose rows tell what calls have done. */
export async function tablesOf(db: Kysely<Tables>): Promise<(keyof Tables)[]> {
  const tables = await db.introspection.getTables()
  return tables
    .map(({ name }) => name)
    .filter((name) => !restless.includes(name) && !name.startsWith('sqlite_'))
    .toSorted() as (keyof Tables)[]
}

/** Bytes as JSON writes them in base64: a list of numbers would be ten times as long to compare. */
const asText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** The rows of tables, those that `keep` keeps, as texts to compare. */
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
 * Has the database itself count what is written to tables, row by row. While the count stands nothing has changed,
 * which costs one reading to know instead of one of every table.
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

// A sequence, which nobody waits for: a row would make the transactions stand in a queue.
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
