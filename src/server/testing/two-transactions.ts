import { sql, type Kysely, type Transaction } from 'kysely'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** What came of two transactions: the result of each, or the error that it threw. */
type Met<First, Second> = {
  readonly first: First
  readonly second: PromiseSettledResult<Second>
}

/**
 * Runs two transactions that meet. On PostgreSQL the first one waits after its changes and before its commit, until the
 * server says that the second one waits for it: at READ COMMITTED the second then goes on with what it read before. On
 * SQLite both go through the writer's queue, in this order.
 *
 * @param second opens its own transaction on `db`: a query function in one, or a whole call
 * @throws Error when the second one ended without waiting for the first: they did not meet, and nothing is proved
 */
export async function meet<First, Second>(
  db: Kysely<Tables>,
  first: (tx: Transaction<Tables>) => Promise<First>,
  second: (db: Kysely<Tables>) => Promise<Second>,
): Promise<Met<First, Second>> {
  if (engineOf(db) === 'sqlite') {
    const [one, two] = await Promise.allSettled([db.transaction().execute(first), second(db)])
    if (one.status === 'rejected') throw one.reason
    return { first: one.value, second: two }
  }
  let other: Promise<PromiseSettledResult<Second>> | undefined
  let hasMet = false
  const result = await db.transaction().execute(async (tx) => {
    const { pid } = await sql<{ pid: number }>`select pg_backend_pid() as pid`
      .execute(tx)
      .then(({ rows }) => rows[0] ?? { pid: 0 })
    const done = await first(tx)
    let isOver = false
    other = settled(second(db)).finally(() => (isOver = true))
    // It ends: the second one meets the first, or is over; the product bounds how long a statement waits for a lock.
    while (!isOver && !hasMet) hasMet = await isAwaited(db, pid)
    return done
  })
  if (!other) throw new Error('the second transaction was not begun')
  const outcome = await other
  if (!hasMet) throw new Error('the second transaction did not wait for the first', { cause: outcome })
  return { first: result, second: outcome }
}

/** Whether a connection to this database waits for a lock that the process holds. */
async function isAwaited(db: Kysely<Tables>, pid: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity
     where datname = current_database() and ${sql.lit(pid)} = any(pg_blocking_pids(pid))`.execute(db)
  return rows.length > 0
}

const settled = async <Result>(work: Promise<Result>): Promise<PromiseSettledResult<Result>> => {
  const [outcome] = await Promise.allSettled([work])
  return outcome
}
