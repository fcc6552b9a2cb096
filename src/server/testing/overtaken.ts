import { sql, type Kysely, type Transaction } from 'kysely'
import { expect } from 'vitest'
import { adapterOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Whether a transaction waits: for SQLite's single writer, or for a lock of PostgreSQL. */
async function isQueued(db: Kysely<Tables>): Promise<boolean> {
  const { engine, writer } = adapterOf(db)
  if (engine === 'sqlite') return (writer?.waiting ?? 0) > 0
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** Resolves once the transaction of a call waits for another one; rejects if the call ends without waiting. */
export async function untilQueued(db: Kysely<Tables>, call: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => (isOver = true)
  call.then(end, end)
  const state = async () => ((await isQueued(db)) ? 'queued' : isOver ? 'ended' : 'running')
  let last = 'running'
  await expect.poll(async () => (last = await state()), { interval: 5 }).not.toBe('running')
  expect(last, 'the state of a call that another transaction holds up').toBe('queued')
}

type Overtaking = {
  /** What the transaction locks before the call begins; SQLite locks everything. */
  readonly hold: (tx: Transaction<Tables>) => Promise<unknown>
  /** What it changes while the transaction of the call waits. */
  readonly change?: (tx: Transaction<Tables>) => Promise<unknown>
}

/**
 * Lets a call pass its access check, and lets another transaction overtake the call's own.
 * @returns the reply of the call, after the commit of the other transaction
 */
export async function overtaken<Reply>(
  db: Kysely<Tables>,
  { hold, change }: Overtaking,
  call: () => Promise<Reply>,
): Promise<Reply> {
  const [held, queued] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const overtaking = db.transaction().execute(async (tx) => {
    await hold(tx)
    held.resolve()
    await queued.promise
    await change?.(tx)
  })
  await Promise.race([held.promise, overtaking])
  // Not within the transaction: SQLite refuses a call there, which would wait for itself.
  const reply = call()
  untilQueued(db, reply).then(queued.resolve, queued.reject)
  await overtaking
  return reply
}
