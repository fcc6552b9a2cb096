import { sql, type Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

const minute = 60_000

/**
 * `probeMs`: the longest wait between two tries, in milliseconds: one mail tells of all. `kept`: mails that may wait for
 * their sender; the oldest ones beyond are given up.
 */
export const refusedSenderLimits = { probeMs: 15 * minute, kept: 10_000 } as const

/** In SQL: whether the last try of a mail ended with a refusal of its sender (`SendFailure.code`). */
const isRefused = sql<boolean>`coalesce(last_error, '') like 'sender:%'`

/** In SQL: whether a mail waits for anything else. */
export const isNotRefused = sql<boolean>`coalesce(last_error, '') not like 'sender:%'`

/** The mails that wait because the server refuses their sender. */
type RefusedMails = {
  readonly count: number
  /** When the oldest was queued, and when the next try is due, in milliseconds. */
  readonly oldestAt: number
  readonly nextAt: number
  /** The code of the last refusal: `sender:553 5.7.1`. */
  readonly error: string
}

const refused = (db: Kysely<Tables>) =>
  db.selectFrom('outbox').where('state', '=', 'waiting').where(isRefused)

/** Returns the mails that wait for their sender; null when none does. */
export async function refusedMails(db: Kysely<Tables>): Promise<RefusedMails | null> {
  const counts = await refused(db)
    .select((of) => [
      of.fn.countAll<number | string>().as('number'),
      of.fn.min('created_at').as('oldest'),
      of.fn.min('next_at').as('next'),
    ])
    .executeTakeFirstOrThrow()
  const last = await refused(db)
    .select('last_error')
    .orderBy('tried_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.last_error) return null
  return {
    count: Number(counts.number),
    oldestAt: Number(counts.oldest),
    nextAt: Number(counts.next),
    error: last.last_error,
  }
}

/**
 * The one mail that is tried for all whose sender is refused: the one that was tried least recently, so that a recipient who
 * refuses it holds up no other.
 * @param dueAt only when it is due then, in milliseconds; null for at once
 */
export const probeMail = (db: Kysely<Tables>, dueAt: number | null) =>
  refused(db)
    .select('id')
    .$if(dueAt !== null, (query) => query.where('next_at', '<=', dueAt ?? 0))
    .orderBy('tried_at')
    .orderBy('id')

/** Returns when the mails whose sender is refused are tried next: all at one time, later after each refusal. */
export async function nextProbe(db: Kysely<Tables>, waitMs: number, now: number): Promise<number> {
  const { next } = await refused(db)
    .select((of) => of.fn.max('next_at').as('next'))
    .executeTakeFirstOrThrow()
  const own = now + Math.min(waitMs, refusedSenderLimits.probeMs)
  return Math.min(Math.max(own, Number(next ?? 0)), now + refusedSenderLimits.probeMs)
}

/** Sets when those are tried next that are due by now, or those that are not. */
async function move(
  db: Kysely<Tables>,
  which: '<=' | '>',
  { now, nextAt }: { now: number; nextAt: number },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_at: nextAt })
    .where('state', '=', 'waiting')
    .where(isRefused)
    .where('next_at', which, now)
    .execute()
}

/** Moves the due ones after a refusal of one of them. */
export const postponeRefused = (db: Kysely<Tables>, nextAt: number, now: number): Promise<void> =>
  move(db, '<=', { now, nextAt })

/** Has the mails whose sender was refused tried again: the settings may be others since this start. */
export const hurryRefused = (db: Kysely<Tables>, now: number): Promise<void> =>
  move(db, '>', { now, nextAt: now })

/**
 * Makes mails due whose sender was refused, as any other mail, after the server has accepted one.
 * @param triedBefore only those that were not tried since, in milliseconds; null for all
 */
export async function resumeRefused(
  db: Kysely<Tables>,
  triedBefore: number | null,
  now: number,
): Promise<void> {
  const isWaiting = await refused(db).select('id').limit(1).executeTakeFirst()
  if (!isWaiting) return
  await db
    .updateTable('outbox')
    .set({ next_at: now, last_error: null, attempts: 0, refused_at: now })
    .where('state', '=', 'waiting')
    .where(isRefused)
    .$if(triedBefore !== null, (query) => query.where('tried_at', '<=', triedBefore ?? 0))
    .execute()
}

/**
 * Gives up the oldest mails that wait for their sender, beyond as many as are kept; those that invite nobody first.
 * @returns how many
 */
export async function giveUpBeyond(
  db: Kysely<Tables>,
  kept: number,
  { error, now }: { error: string; now: number },
): Promise<number> {
  const waiting = await refusedMails(db)
  if (waiting === null || waiting.count <= kept) return 0
  // Not in the update: PostgreSQL may run a select with a limit again for each row, and would give up more.
  const oldest = await refused(db)
    .select('id')
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
    .orderBy(sql`case when invited_user_id is null then 0 else 1 end`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(waiting.count - kept)
    .execute()
  if (oldest.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'failed', sealed: null, lease: null, leased_until: null, last_error: error, tried_at: now })
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .where(isRefused)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
