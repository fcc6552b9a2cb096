import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { adapterOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** What came of two transactions: the result of the first, and the result of the second or the error that it threw. */
type Met<First, Second> = {
  readonly first: First
  readonly second: PromiseSettledResult<Second>
}

/**
 * Runs two transactions that meet. The first one waits after its changes and before its commit, until the second one
 * waits for it: on PostgreSQL for a row or a lock, and at READ COMMITTED it then goes on with what it read before; on
 * SQLite for the single writer, and a call has then passed its access check.
 *
 * @param second opens its own transaction on `db`: a query function in one, or a whole call
 * @param change what the first one changes while the second one waits
 * @throws Error when the second one ended without waiting for the first: they did not meet, and nothing is proved
 */
export async function meet<First, Second>(
  db: Kysely<Tables>,
  first: (tx: Transaction<Tables>) => Promise<First>,
  second: (db: Kysely<Tables>) => Promise<Second>,
  change?: (tx: Transaction<Tables>) => Promise<unknown>,
): Promise<Met<First, Second>> {
  const [held, awaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = db.transaction().execute(async (tx) => {
    const done = await first(tx)
    held.resolve()
    await awaited.promise
    await change?.(tx)
    return done
  })
  await Promise.race([held.promise, holder])
  // Not within the transaction: SQLite refuses a call there, which would wait for itself.
  const other = second(db)
  untilQueued(db, other).then(awaited.resolve, awaited.reject)
  const [one, two] = await Promise.allSettled([holder, other])
  if (one.status === 'rejected') throw one.reason
  return { first: one.value, second: two }
}

/**
 * Lets a call pass its access check, and lets another transaction overtake the call's own.
 * @param hold what the transaction locks or changes before the call begins; SQLite locks everything
 * @param change what it changes while the transaction of the call waits
 * @returns the reply of the call, after the commit of the other transaction
 */
export async function overtaken<Reply>(
  db: Kysely<Tables>,
  hold: (tx: Transaction<Tables>) => Promise<unknown>,
  call: () => Promise<Reply>,
  change?: (tx: Transaction<Tables>) => Promise<unknown>,
): Promise<Reply> {
  const { second } = await meet(db, hold, call, change)
  if (second.status === 'rejected') throw second.reason
  return second.value
}

/**
 * Resolves once a transaction of a call waits for another one.
 * @throws Error when the call ended without waiting
 */
export async function untilQueued(db: Kysely<Tables>, call: Promise<unknown>): Promise<void> {
  let isOver = false
  const outcome = Promise.allSettled([call]).finally(() => (isOver = true))
  // It ends: the call waits, or is over; the product bounds how long a statement waits for a lock.
  while (!(await isQueued(db))) {
    if (isOver) throw new Error('the second transaction did not wait for the first', { cause: await outcome })
    await nextTurn()
  }
}

/** Whether a transaction waits: for SQLite's single writer, or for another one of this database of PostgreSQL. */
async function isQueued(db: Kysely<Tables>): Promise<boolean> {
  const { engine, writer } = adapterOf(db)
  if (engine === 'sqlite') return (writer?.waiting ?? 0) > 0
  const { rows } = await sql`
    select from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows.length > 0
}
