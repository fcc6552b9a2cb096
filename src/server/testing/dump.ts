import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

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
