import { sql, type Kysely, type Transaction } from 'kysely'
import type { Columns } from './columns.ts'
import type { Database } from './open.ts'
import { DatabaseProblem } from './problems.ts'

export interface Migration {
  /** Number and title, as `0001-first`; the list is in their order. */
  id: string
  up(db: Kysely<unknown>, columns: Columns): Promise<void>
}

// An arbitrary number, the same on every node: the only advisory lock of this database.
const MIGRATION_LOCK = 7_286_412

/**
 * Applies the pending migrations, one transaction each, so that a crash leaves the database between two of them. Several
 * nodes may start concurrently: one migrates, the others wait, then find nothing to do.
 * @returns the ids applied by this call
 * @throws DatabaseProblem `FROM_THE_FUTURE` when the database knows a migration that this list does not
 */
export async function migrate<Tables>(
  database: Pick<Database<Tables>, 'db' | 'dialect'>,
  migrations: readonly Migration[],
): Promise<string[]> {
  // Inside a migration the tables have their former columns: no present type describes them.
  const db = database.db as unknown as Kysely<Log>
  const applied: string[] = []
  for (;;) {
    const id = await db.transaction().execute((tx) => applyNext(tx, database.dialect, migrations))
    if (id === undefined) return applied
    applied.push(id)
  }
}

interface Log {
  migrations: { id: string; applied_at: number }
}

async function applyNext(
  tx: Transaction<Log>,
  columns: Columns,
  migrations: readonly Migration[],
): Promise<string | undefined> {
  if (columns.engine === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
  }
  // On SQLite the transaction itself is the lock: it is the only one that may write.
  await columns
    .table(tx, 'migrations')
    .ifNotExists()
    .addColumn('id', columns.text, (column) => column.primaryKey().notNull())
    .addColumn('applied_at', columns.integer, (column) => column.notNull())
    .execute()
  const known = await tx.selectFrom('migrations').select('id').orderBy('id').execute()
  const stranger = strangerIn(known, migrations)
  if (stranger !== null) throw new DatabaseProblem('FROM_THE_FUTURE', stranger)
  const next = migrations[known.length]
  if (next === undefined) return undefined
  await next.up(tx as unknown as Kysely<unknown>, columns)
  await tx.insertInto('migrations').values({ id: next.id, applied_at: Date.now() }).execute()
  return next.id
}

/**
 * Compares a database with the list of migrations, without changing it. On an empty one, all are pending; `stranger` is a
 * migration that this version does not know: the database comes from a newer one.
 */
export async function migrationState<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<{ readonly pending: readonly string[]; readonly stranger: string | null }> {
  const tables = await db.introspection.getTables()
  const known = tables.some((table) => table.name === 'migrations')
    ? (await sql<{ id: string }>`select id from migrations order by id`.execute(db)).rows
    : []
  const pending = migrations.slice(known.length).map((migration) => migration.id)
  return { pending, stranger: strangerIn(known, migrations) }
}

const strangerIn = (known: readonly { id: string }[], migrations: readonly Migration[]): string | null =>
  known.find((row, index) => migrations[index]?.id !== row.id)?.id ?? null
