import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Columns } from './columns.ts'
import type { Database } from './open.ts'
import { DatabaseProblem, isLockConflict } from './problems.ts'

export interface Migration {
  /** Number and title, as `0001-first`; the list is in their order. */
  id: string
  up(db: Kysely<unknown>, columns: Columns): Promise<void>
  /** Absent: a node of the version before goes on working on the migrated database. `stop`: stop all such nodes first. */
  readonly olderNodes?: 'stop'
}

// An arbitrary number, the same on every node: the only advisory lock of this database.
export const MIGRATION_LOCK = 7_286_412

/**
 * In milliseconds, on PostgreSQL: how long a statement of a migration waits for a table, how long before it is tried again,
 * and after how long it is given up. Whoever needs a table waits behind a migration that waits for it: a backup of the whole
 * database holds all tables for minutes.
 */
const usualTimes = { lockMs: 1_000, pauseMs: 5_000, limitMs: 600_000 }

type Waiting = {
  readonly times?: Readonly<typeof usualTimes>
  /** Called when a migration waits for a table, each time before it is tried again. */
  readonly onBlocked?: (migration: string) => void
}

/**
 * Applies the pending migrations, one transaction each, so that a crash leaves the database between two of them. Several
 * nodes may start concurrently: one migrates, the others wait, then find nothing to do.
 * @returns the ids applied by this call
 * @throws DatabaseProblem `FROM_THE_FUTURE` when a newer version has migrated the database, `OTHER_ORDER` when a build
 *   between releases has, `MIGRATION_BLOCKED` when another transaction keeps its tables for too long
 */
export async function migrate<Tables>(
  database: Pick<Database<Tables>, 'db' | 'dialect'>,
  migrations: readonly Migration[],
  { times = usualTimes, onBlocked }: Waiting = {},
): Promise<string[]> {
  // Inside a migration the tables have their former columns: no present type describes them.
  const db = database.db as unknown as Kysely<Log>
  const applied: string[] = []
  let begun = ''
  for (let until = performance.now() + times.limitMs; ;) {
    try {
      const id = await db.transaction().execute((tx) =>
        applyNext(tx, database.dialect, migrations, {
          lockMs: times.lockMs,
          onBegin: (next) => (begun = next),
        }),
      )
      if (id === undefined) return applied
      applied.push(id)
      until = performance.now() + times.limitMs
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (performance.now() > until) throw new DatabaseProblem('MIGRATION_BLOCKED', begun, error)
      onBlocked?.(begun)
      await pause(times.pauseMs)
    }
  }
}

interface Log {
  migrations: { id: string; applied_at: number }
}

async function applyNext(
  tx: Transaction<Log>,
  columns: Columns,
  migrations: readonly Migration[],
  { lockMs, onBegin }: { lockMs: number; onBegin: (id: string) => void },
): Promise<string | undefined> {
  if (columns.engine === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(tx)
    // Another node may migrate for longer than a statement may usually wait.
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx)
  }
  // On SQLite the transaction itself is the lock: it is the only one that may write.
  await columns
    .table(tx, 'migrations')
    .ifNotExists()
    .addColumn('id', columns.text, (column) => column.primaryKey().notNull())
    .addColumn('applied_at', columns.integer, (column) => column.notNull())
    .execute()
  const known = await tx.selectFrom('migrations').select('id').orderBy('id').execute()
  requireOurs(known, migrations)
  const next = migrations[known.length]
  if (next === undefined) return undefined
  onBegin(next.id)
  await next.up(tx as unknown as Kysely<unknown>, columns)
  await tx.insertInto('migrations').values({ id: next.id, applied_at: Date.now() }).execute()
  return next.id
}

/** How a database stands to a list of migrations. */
export type MigrationState = {
  readonly pending: readonly string[]
  /** Why this program cannot use the database; null if it can. */
  readonly fault: MigrationFault | null
}

/**
 * `FROM_THE_FUTURE`: a newer version has run the migration `id`. `OTHER_ORDER`: the migration `id` is missing or unknown while
 * later ones have run, as in a build between two releases: before 0.1.0, 0014 and 0015 landed before 0013.
 */
type MigrationFault = { readonly code: 'FROM_THE_FUTURE' | 'OTHER_ORDER'; readonly id: string }

/** Compares a database with the list of migrations, without changing it. On an empty one, all are pending. */
export async function migrationState<Tables>(
  db: Kysely<Tables>,
  migrations: readonly Migration[],
): Promise<MigrationState> {
  const tables = await db.introspection.getTables()
  const known = tables.some((table) => table.name === 'migrations')
    ? (await sql<{ id: string }>`select id from migrations order by id`.execute(db)).rows
    : []
  const ran = new Set(known.map(({ id }) => id))
  const pending = migrations.map(({ id }) => id).filter((id) => !ran.has(id))
  return { pending, fault: faultIn(known, migrations) }
}

/** @throws DatabaseProblem for a database that this program cannot use */
export function requireUsable({ fault }: MigrationState): void {
  if (fault !== null) throw new DatabaseProblem(fault.code, fault.id)
}

function requireOurs(known: readonly { id: string }[], migrations: readonly Migration[]): void {
  const fault = faultIn(known, migrations)
  if (fault !== null) throw new DatabaseProblem(fault.code, fault.id)
}

function faultIn(known: readonly { id: string }[], migrations: readonly Migration[]): MigrationFault | null {
  const [place, row] = [...known.entries()].find(([index, { id }]) => migrations[index]?.id !== id) ?? []
  if (place === undefined || row === undefined) return null
  const ours = migrations.map(({ id }) => id)
  const last = ours.at(-1) ?? ''
  const unknown = known.find(({ id }) => !ours.includes(id))
  if (unknown) return { code: unknown.id > last ? 'FROM_THE_FUTURE' : 'OTHER_ORDER', id: unknown.id }
  return { code: 'OTHER_ORDER', id: ours[place] ?? row.id }
}
