import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

type Row = Record<string, unknown>

/** What changes with every call, whatever it does: who called, and what was told of it. */
const restless: readonly string[] = ['journal', 'sessions', 'kysely_migration', 'kysely_migration_lock']

/** The rows of every table, as texts to compare; of those that are kept by `keep`. */
export async function dumpOf(
  db: Kysely<Tables>,
  keep: (table: string, row: Row) => boolean = () => true,
): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const dump: Record<string, string[]> = {}
  for (const table of tables
    .filter((name) => !restless.includes(name) && !name.startsWith('sqlite_'))
    .toSorted()) {
    const rows = (await db
      .selectFrom(table as keyof Tables)
      .selectAll()
      .execute()) as Row[]
    dump[table] = rows
      .filter((row) => keep(table, row))
      .map((row) =>
        JSON.stringify(row, (_, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
        ),
      )
      .toSorted()
  }
  return dump
}
