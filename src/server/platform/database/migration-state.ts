import { sql, type Kysely } from 'kysely'
import type { Migration } from './migrate.ts'

/** The applied and pending migrations of a database. */
export type MigrationState = {
  readonly pending: readonly string[]
  /** A migration that this version does not know: the database comes from a newer one. */
  readonly stranger: string | null
}

/** Compares a database with the list of migrations, without changing it. On an empty one, all are pending. */
export async function migrationState<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const tables = await db.introspection.getTables()
  const known = tables.some((table) => table.name === 'migrations')
    ? (await sql<{ id: string }>`select id from migrations order by id`.execute(db)).rows
    : []
  const stranger = known.find((row, index) => migrations[index]?.id !== row.id)
  return {
    pending: migrations.slice(known.length).map((migration) => migration.id),
    stranger: stranger?.id ?? null,
  }
}
