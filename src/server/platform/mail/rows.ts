import type { Kysely } from 'kysely'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { MailTemplate } from './mail.ts'
import { isNotRefused, nextProbe, postponeRefused, probeMail } from './refused-senders.ts'

/** A mail that only this node may send, until its lease ends. */
export type Claimed = {
  readonly id: number
  readonly template: string
  readonly messageId: string
  readonly sealed: Sealed
  readonly attempts: number
  readonly createdAt: number
  /** Until when it waited for its sender, if it did, and whether it does so now. */
  readonly refusedAt: number | null
  readonly isRefused: boolean
  readonly lease: string
  /** The end of the lease, in milliseconds. */
  readonly leasedUntil: number
}

export type Lease = { readonly lease: string; readonly now: number; readonly until: number }

/** Narrows a query to mails that no node is sending. */
const isFree = (query: ReturnType<typeof probeMail>, now: number) =>
  query.where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))

/** A waiting mail that no node is sending. */
const freeMails = (db: Kysely<Tables>, now: number) =>
  isFree(db.selectFrom('outbox').select('id').where('state', '=', 'waiting'), now)

/**
 * Claims mails that no node is sending, and returns them: up to `limit` due mails, the one with `id`, due or not, or the one
 * that is tried for all whose sender is refused (`probe`: when it is due then, in milliseconds; null for at once).
 */
export async function claim(
  db: Kysely<Tables>,
  { lease, now, until }: Lease,
  which: { readonly limit: number } | { readonly id: number } | { readonly probe: number | null },
): Promise<Claimed[]> {
  const found = 'probe' in which ? isFree(probeMail(db, which.probe), now) : freeMails(db, now)
  const free = found
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : 0))
    .$if('limit' in which, (query) =>
      query.where('next_at', '<=', now).where(isNotRefused).orderBy('next_at'),
    )
    .limit('limit' in which ? which.limit : 1)
    // Concurrent nodes claim different rows: each skips the rows that another has locked.
    .$if(engineOf(db) === 'postgres', (query) => query.forUpdate().skipLocked())
  const rows = await db
    .updateTable('outbox')
    .set({ lease, leased_until: until })
    .where('id', 'in', free)
    .returning(['id', 'template', 'message_id', 'sealed', 'attempts', 'created_at', 'refused_at'])
    .returning(isNotRefused.as('other'))
    .execute()
  return rows.flatMap((row) =>
    row.sealed === null
      ? []
      : [
          {
            id: row.id,
            template: row.template,
            messageId: row.message_id,
            sealed: asSealed(row.sealed),
            attempts: row.attempts,
            createdAt: row.created_at,
            refusedAt: row.refused_at,
            // SQLite has no booleans.
            isRefused: !row.other,
            lease,
            leasedUntil: until,
          },
        ],
  )
}

/** Returns whether any mail is due but for those whose sender is refused. It saves the write of a claim that would find none. */
export async function isAnythingDue(db: Kysely<Tables>, now: number): Promise<boolean> {
  const row = await freeMails(db, now)
    .where('next_at', '<=', now)
    .where(isNotRefused)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a mail whose sender is refused is due to be tried for all of them. */
export async function isProbeDue(db: Kysely<Tables>, now: number): Promise<boolean> {
  return (await isFree(probeMail(db, now), now).limit(1).executeTakeFirst()) !== undefined
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
/** After three days of retries a mail is given up, unless its sender is refused: nothing is wrong with the mail then. */
const longestMs = 72 * hour
/** Answers to what somebody asked for at that moment: pointless after as long, whatever the failure. */
const answers: ReadonlySet<string> = new Set<MailTemplate>([
  'passwordLink',
  'passwordElsewhere',
  'passwordOfProvider',
  'secondFactorLink',
])

/**
 * Whether a mail is not sent any more, though its sender is accepted again: an answer that waited for it longer than answers do.
 * While others were tried for it, nobody looked at its age.
 */
export const isPointless = ({ template, createdAt, refusedAt }: Claimed, now: number): boolean =>
  answers.has(template) && refusedAt !== null && now - createdAt > longestMs

const waitAfter = (attempts: number): number => waits[Math.min(attempts, waits.length - 1)] ?? hour

/**
 * Returns when a mail that just failed is retried; null when it is given up. The retries take eight hours at least: a clock that
 * is ahead for a while gives none up. While the sender is refused, others are tried for it.
 */
function nextTry({ attempts, template, createdAt, refusedAt }: Claimed, now: number): number | null {
  const at = now + waitAfter(attempts)
  const since = answers.has(template) ? createdAt : (refusedAt ?? createdAt)
  return at - since > longestMs && (attempts >= waits.length || refusedAt !== null) ? null : at
}

/**
 * Records a failed try and when the next one is due. After the last try the mail is marked as failed; while its sender is
 * refused, no try is the last.
 * @returns whether the mail still waits
 */
export async function postpone(
  db: Kysely<Tables>,
  mail: Claimed,
  { error, isOfSender, now }: { error: string; isOfSender: boolean; now: number },
): Promise<boolean> {
  // Another failure begins its own three days after the wait for the sender.
  const waitedForSender = isOfSender || mail.isRefused
  const ownNext = nextTry(waitedForSender ? { ...mail, refusedAt: now } : mail, now)
  const nextAt = waitedForSender ? await nextProbe(db, waitAfter(mail.attempts), now) : ownNext
  if (ownNext === null || nextAt === null) {
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
      ...(waitedForSender && { refused_at: now }),
    })
    .where('id', '=', mail.id)
    .where('lease', '=', mail.lease)
    .execute()
  if (waitedForSender) await postponeRefused(db, nextAt, now)
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
