import type { Kysely } from 'kysely'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** A mail that only this node may send, until its lease ends. */
export type Claimed = {
  readonly id: number
  readonly template: string
  readonly messageId: string
  readonly sealed: Sealed
  readonly attempts: number
  readonly createdAt: number
  readonly lease: string
  /** The end of the lease, in milliseconds. */
  readonly leasedUntil: number
}

export type Lease = { readonly lease: string; readonly now: number; readonly until: number }

/** A waiting mail that no node is sending. */
const freeMails = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))

/** Claims mails that no node is sending, and returns them: up to `limit` due mails, or the one with `id`, due or not. */
export async function claim(
  db: Kysely<Tables>,
  { lease, now, until }: Lease,
  which: { readonly limit: number } | { readonly id: number },
): Promise<Claimed[]> {
  const free = freeMails(db, now)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : 0))
    .$if('limit' in which, (query) => query.where('next_at', '<=', now).orderBy('next_at'))
    .limit('limit' in which ? which.limit : 1)
    // Concurrent nodes claim different rows: each skips the rows that another has locked.
    .$if(engineOf(db) === 'postgres', (query) => query.forUpdate().skipLocked())
  const rows = await db
    .updateTable('outbox')
    .set({ lease, leased_until: until })
    .where('id', 'in', free)
    .returning(['id', 'template', 'message_id', 'sealed', 'attempts', 'created_at'])
    .execute()
  return rows.flatMap(({ id, template, sealed, attempts, message_id: messageId, created_at: createdAt }) =>
    sealed === null
      ? []
      : [
          {
            id,
            template,
            messageId,
            sealed: asSealed(sealed),
            attempts,
            createdAt,
            lease,
            leasedUntil: until,
          },
        ],
  )
}

/** Returns whether any mail is due. It saves the write of a claim that would find none. */
export async function isAnythingDue(db: Kysely<Tables>, now: number): Promise<boolean> {
  const row = await freeMails(db, now).where('next_at', '<=', now).limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Records the end of a mail and wipes its content. `error` is null when it was sent. A failure does not replace the end
 * that another node recorded. With a lease, it is recorded only while no other node has taken the mail over.
 */
export async function finish(
  db: Kysely<Tables>,
  { id, attempts, lease }: Pick<Claimed, 'id' | 'attempts'> & Partial<Pick<Claimed, 'lease'>>,
  { error, now }: { error: string | null; now: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      state: error === null ? 'sent' : 'failed',
      sealed: null,
      attempts: attempts + 1,
      lease: null,
      leased_until: null,
      last_error: error,
      tried_at: now,
    })
    .where('id', '=', id)
    .$if(error !== null, (mail) => mail.where('state', '=', 'waiting'))
    .$if(error !== null && lease !== undefined, (mail) => mail.where('lease', '=', lease ?? ''))
    .execute()
}

const minute = 60_000
const hour = 60 * minute

/** The waits after the first failure, the second, …, in milliseconds; the last one repeats. */
const waits = [minute / 2, minute, 2 * minute, 5 * minute, 15 * minute, hour / 2, hour, 2 * hour, 4 * hour]
/** After three days of retries a mail is given up. */
const longestMs = 72 * hour

/**
 * Returns when a mail that just failed is retried; null when it is given up. The retries take eight hours at least: a clock that
 * is ahead for a while gives none up.
 */
function nextTry(
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: number },
  now: number,
): number | null {
  const at = now + (waits[Math.min(attempts, waits.length - 1)] ?? hour)
  return at - createdAt > longestMs && attempts >= waits.length ? null : at
}

/**
 * Records a failed try and when the next one is due. After the last try the mail is marked as failed.
 * @returns whether the mail still waits
 */
export async function postpone(
  db: Kysely<Tables>,
  mail: Claimed,
  { error, now }: { error: string; now: number },
): Promise<boolean> {
  const nextAt = nextTry(mail, now)
  if (nextAt === null) {
    await finish(db, mail, { error, now })
    return false
  }
  await db
    .updateTable('outbox')
    .set({
      attempts: mail.attempts + 1,
      next_at: nextAt,
      lease: null,
      leased_until: null,
      last_error: error,
      tried_at: now,
    })
    .where('id', '=', mail.id)
    .where('lease', '=', mail.lease)
    .execute()
  return true
}

/** Releases a claimed mail unsent, when the node stops. */
export async function release(db: Kysely<Tables>, { id, lease }: Claimed): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

/** Deletes sent and failed mails that were created before a time. */
export async function deleteEnded(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom('outbox').where('state', '<>', 'waiting').where('created_at', '<', before).execute()
}

export async function countStates(
  db: Kysely<Tables>,
): Promise<{ waiting: number; failed: number; oldestAt: number | null; lastError: string | null }> {
  const counts = await db
    .selectFrom('outbox')
    .select((of) => [
      'state',
      of.fn.countAll<number | string>().as('number'),
      of.fn.min('created_at').as('oldest'),
    ])
    .where('state', '<>', 'sent')
    .groupBy('state')
    .execute()
  const last = await db
    .selectFrom('outbox')
    .select('last_error')
    .where('tried_at', 'is not', null)
    .orderBy('tried_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const numberOf = (state: string) => Number(counts.find((row) => row.state === state)?.number ?? 0)
  return {
    waiting: numberOf('waiting'),
    failed: numberOf('failed'),
    oldestAt: counts.find((row) => row.state === 'waiting')?.oldest ?? null,
    lastError: last?.last_error ?? null,
  }
}
