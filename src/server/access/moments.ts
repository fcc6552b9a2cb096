import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import {
  accountLimits,
  blockDuration,
  deviceLimits,
  lockoutLimits,
  sessionLimits,
  signInLimits,
  unlockLimits,
} from '#domain/platform/limits.ts'
import { settledMs, toleratedMs } from '#domain/platform/moments.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { everybody, throttleLimits } from '#server/platform/http/throttle.ts'
import { changeRow } from './proved-changes.ts'
import { withdrawProofs } from './withdrawn.ts'

/**
 * Every stored moment that a call or a task compares with now, and what becomes of one that is not believed
 * (domain/platform/moments.ts). Moments that are only shown stay. Those in memory are judged where they are compared.
 */
type Rule<Table extends keyof Tables = keyof Tables> = {
  readonly table: Table
  /**
   * The columns and the longest time that each may be later than now, in milliseconds; of a row with a mark, by the row. One
   * that is later makes the row unbelievable.
   */
  readonly later: { readonly [Column in string]: number | RawBuilder<number> }
  /**
   * How long the clock must have stood first, in milliseconds; of a row with a block, by the row. Nobody knows at first whether
   * the clock was ahead or is behind. What opens is refused at reading meanwhile, what shuts out lasts its own length.
   */
  readonly once?: number | RawBuilder<number>
} & (
  | { readonly becomes: 'deleted' }
  /** Each unbelievable column gets now, plus its longest time. */
  | { readonly becomes: 'now' }
  /** Each unbelievable column gets now, less `once`: what it keeps shut is over. */
  | { readonly becomes: 'over' }
  /** Each unbelievable column is emptied. */
  | { readonly becomes: 'empty' }
)

/** The length of the last block by the number of blocks, as SQL. */
const lastBlock = (() => {
  const lengths: number[] = []
  for (let nth = 1; blockDuration(nth) > (lengths.at(-1) ?? 0); nth += 1) lengths.push(blockDuration(nth))
  const cases = lengths.map((length, nth) => sql`when ${sql.lit(nth + 1)} then ${sql.lit(length)}`)
  return sql<number>`case blocks ${sql.join(cases, sql` `)} else ${sql.lit(lockoutLimits.longestBlockMs)} end`
})()

/** The window in which tries are counted, of a network or of all of them, as SQL. */
const window = sql<number>`case network when ${sql.lit(everybody)}
  then ${sql.lit(throttleLimits.overall.windowMs)} else ${sql.lit(throttleLimits.network.windowMs)} end`

const minute = 60_000
const dayMs = 24 * 60 * minute
const longestStepMs = Math.max(signInLimits.step1Ms, signInLimits.mailCodeMs)
const longestLeaseMs = 10 * minute
const attemptMs = 10 * minute
const uploadMs = 60 * minute

export const momentRules: readonly Rule[] = [
  // What opens.
  {
    table: 'sessions',
    later: { created_at: 0, last_seen_at: 0, proved_at: 0, expires_at: sessionLimits.maximumMs },
    once: settledMs,
    becomes: 'deleted',
  },
  { table: 'chest_unlocks', later: { created_at: 0, expires_at: unlockLimits.idleMs }, becomes: 'deleted' },
  { table: 'sign_in_steps', later: { expires_at: longestStepMs }, becomes: 'deleted' },
  {
    table: 'known_devices',
    later: { known_at: 0, expires_at: deviceLimits.knownMs },
    once: settledMs,
    becomes: 'deleted',
  },
  { table: 'sign_in_places', later: { last_at: 0 }, once: settledMs, becomes: 'deleted' },
  { table: 'sign_in_networks', later: { known_at: 0 }, once: settledMs, becomes: 'empty' },
  { table: 'passkey_challenges', later: { expires_at: accountLimits.challengeMs }, becomes: 'deleted' },
  {
    table: 'sso_requests',
    later: { expires_at: signInLimits.linkingCodeMs },
    once: settledMs,
    becomes: 'deleted',
  },
  { table: 'imports', later: { created_at: 0 }, once: settledMs, becomes: 'now' },
  // The account of somebody who has left would stay active.
  { table: 'directory_absences', later: { absent_since: 0 }, once: settledMs, becomes: 'now' },
  {
    table: 'mail_codes',
    later: { sent_at: 0, counted_from: 0, expires_at: signInLimits.mailCodeMs },
    becomes: 'deleted',
  },
  // What shuts out, or holds off.
  { table: 'users', later: { blocked_until: lastBlock }, once: lastBlock, becomes: 'over' },
  { table: 'unknown_logins', later: { blocked_until: lastBlock }, once: lastBlock, becomes: 'over' },
  { table: 'unknown_logins', later: { tried_at: 0 }, once: settledMs, becomes: 'now' },
  { table: 'sign_in_networks', later: { since: 0 }, once: window, becomes: 'over' },
  { table: 'tries_apart', later: { since: 0 }, once: throttleLimits.apart.windowMs, becomes: 'over' },
  { table: 'master_key_tries', later: { tried_at: 0 }, once: settledMs, becomes: 'now' },
  { table: 'reset_requests', later: { asked_at: 0 }, once: signInLimits.resetAgainMs, becomes: 'over' },
  { table: 'reset_requests', later: { counted_from: 0 }, once: 60 * minute, becomes: 'over' },
  // A return that was accepted stays refused, whichever clock is right.
  { table: 'sso_returns', later: { expires_at: attemptMs }, once: settledMs, becomes: 'now' },
  { table: 'outbox', later: { leased_until: longestLeaseMs }, becomes: 'now' },
  { table: 'job_leases', later: { until: longestLeaseMs }, becomes: 'now' },
  { table: 'job_runs', later: { done_at: 0, failed_at: 0 }, becomes: 'now' },
  { table: 'key_nodes', later: { seen_at: 0 }, becomes: 'now' },
  { table: 'creations', later: { created_at: 0 }, once: settledMs, becomes: 'now' },
  { table: 'alerts', later: { last_at: 0 }, once: settledMs, becomes: 'now' },
  { table: 'alert_mails', later: { at: 0 }, once: settledMs, becomes: 'now' },
  { table: 'attachments', later: { discard_at: uploadMs }, once: settledMs, becomes: 'now' },
]

/** How many rows of each table were not believed; of `users`, `steps` are those whose last code lay in the future. */
export type Corrected = {
  readonly rows: Readonly<Partial<Record<keyof Tables, number>>>
  readonly links: number
  /** The accounts whose authenticator would have refused every right code. */
  readonly steps: readonly number[]
}

const periodMs = signInLimits.totpPeriodSeconds * 1000
/** How much later than its window a step may be. */
export const toleratedStepMs = 30_000

/**
 * Corrects the stored moments that are later than now by more than the tolerated difference.
 * @param stoodMs for how long nobody has set the clock, in whole milliseconds
 */
export async function correctMoments(
  tx: Transaction<Tables>,
  now: number,
  stoodMs: number,
): Promise<Corrected> {
  const rows: Partial<Record<keyof Tables, number>> = {}
  const count = (table: keyof Tables, changed: bigint | number): void => {
    if (changed > 0) rows[table] = (rows[table] ?? 0) + Number(changed)
  }
  const latest = now + toleratedMs
  for (const { table, later, once = 0, becomes } of momentRules) {
    if (typeof once === 'number' && stoodMs < once) continue
    const columns = Object.entries(later)
    const hasStood = typeof once === 'number' ? sql`` : sql` and ${once} <= cast(${stoodMs} as bigint)`
    const isLate = (column: string, longest: number | RawBuilder<number>) =>
      sql<boolean>`(${sql.ref(column)} > cast(${latest} as bigint) + ${longest}${hasStood})`
    const anyLate = sql.join(
      columns.map(([column, longest]) => isLate(column, longest)),
      sql` or `,
    )
    if (becomes === 'deleted' && table === 'sessions') {
      const found = await sql<{ mac: string | null }>`select mac from sessions where ${anyLate}`.execute(tx)
      await withdrawProofs(tx, found.rows)
    }
    const atNow = sql`cast(${now} as bigint)`
    const changes = columns.map(([column, longest]) => {
      const values = { now: sql`${atNow} + ${longest}`, over: sql`${atNow} - ${once}` }
      const value = becomes === 'now' || becomes === 'over' ? values[becomes] : sql`null`
      return sql`${sql.ref(column)} = case when ${isLate(column, longest)} then ${value} else ${sql.ref(column)} end`
    })
    const { numAffectedRows = 0n } =
      becomes === 'deleted'
        ? await sql`delete from ${sql.table(table)} where ${anyLate}`.execute(tx)
        : await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${anyLate}`.execute(tx)
    count(table, numAffectedRows)
  }
  await retryMails(tx, now)
  const steps = await resetSteps(tx, now)
  if (stoodMs < settledMs) return { rows, links: 0, steps }
  await correctDays(tx, now)
  count('notas', await keepLives(tx, now))
  count('chests', await keepChests(tx, now))
  return { rows, links: await endLinks(tx, now), steps }
}

/** What is counted by minutes and days: readings, and the day of a person's last reminder. */
async function correctDays(tx: Transaction<Tables>, now: number): Promise<void> {
  const latest = now + toleratedMs
  await tx
    .deleteFrom('recent_readings')
    .where('minute', '>', Math.floor(latest / minute))
    .execute()
  await tx
    .deleteFrom('reading_peaks')
    .where('day', '>', Math.floor(latest / dayMs))
    .execute()
  // A day of any time zone.
  const day = new Date(latest + dayMs).toISOString().slice(0, 10)
  await tx.deleteFrom('due_reminders').where('day', '>', day).execute()
}

/** Tries mails at once that failed in the future. */
async function retryMails(tx: Transaction<Tables>, now: number): Promise<void> {
  const latest = now + toleratedMs
  await tx
    .updateTable('outbox')
    .set({ next_at: now })
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    .where((is) => is.or([is('created_at', '>', latest), is('tried_at', '>', latest)]))
    .execute()
}

/**
 * Gives the one-time messages of the future the life that was chosen, from now. They can be read before: whichever clock is
 * right, a message that is stored has not expired.
 */
async function keepLives(tx: Transaction<Tables>, now: number): Promise<bigint> {
  const lived = sql`update notas
    set expires_at = expires_at - created_at + cast(${now} as bigint), created_at = ${now}
    where created_at > ${now + toleratedMs}`
  return (await lived.execute(tx)).numAffectedRows ?? 0n
}

/** Deletes chests now that were deleted in the future: they can be restored for as long as others, and no longer. */
async function keepChests(tx: Transaction<Tables>, now: number): Promise<number> {
  const chests = tx.selectFrom('chests').select('id')
  const late = chests.where('deleted_at', '>', now + toleratedMs).orderBy('id')
  const found = new Set((await late.execute()).map(({ id }) => id))
  if (found.size === 0) return 0
  await lockRows(tx, 'chests', [...found])
  let kept = 0
  // Read again: one may have been restored until its row was locked.
  for (const { id } of await late.execute()) {
    if (!found.has(id)) continue
    try {
      await changeRow(tx, 'chests', id, { deleted_at: now }, now)
      kept += 1
    } catch (error) {
      // A row that the server did not write stays as it is, and holds up nothing.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return kept
}

/** Ends the links that were sent in what is the future now: their rows stay, and say why they do not work. */
async function endLinks(tx: Transaction<Tables>, now: number): Promise<number> {
  let ended = 0
  for (const [table, longest] of [
    ['password_links', signInLimits.invitationLinkMs],
    ['factor_resets', signInLimits.approvalMs],
  ] as const) {
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ expires_at: now })
      .where('expires_at', '>', now)
      .where((is) =>
        is.or([is('created_at', '>', now + toleratedMs), is('expires_at', '>', now + toleratedMs + longest)]),
      )
      .executeTakeFirstOrThrow()
    ended += Number(numUpdatedRows)
  }
  return ended
}

/**
 * Takes back the last step of authenticators that lies in the future, by half a minute already: every right code would be
 * refused, and counted, until then. Codes that were used stay used (`users.used_steps`), whichever clock was right.
 */
async function resetSteps(tx: Transaction<Tables>, now: number): Promise<number[]> {
  const stepAt = (at: number): number => Math.floor(at / periodMs)
  const last = stepAt(now) - 1 - signInLimits.totpWindowSteps
  const rows = await tx
    .updateTable('users')
    .set({ last_step: last })
    .where('last_step', '>', stepAt(now + toleratedStepMs) + signInLimits.totpWindowSteps)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The rows of the journal in which the newest moment is looked for. */
const lookedAt = 1_000
/** The setting that holds the last row of the journal when a clock that stood before it had settled. */
const settledName = 'clock.settled'

/** Takes the clock to be right from now on: what the journal has of later moments is of one that was ahead. */
export async function settleClock(tx: Transaction<Tables>): Promise<void> {
  const { last } = await tx
    .selectFrom('journal')
    .select((of) => of.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const value = String(last ?? 0)
  await tx
    .insertInto('settings')
    .values({ name: settledName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns the newest moment of the journal's last rows, since the clock last settled; null when there is none. */
export async function newestMoment(db: Kysely<Tables>): Promise<number | null> {
  const row = db.selectFrom('settings').select('value').where('name', '=', settledName)
  const settled = Number((await row.executeTakeFirst())?.value ?? 0)
  const { newest } = await db
    .selectFrom((from) =>
      from
        .selectFrom('journal')
        .select('at')
        .where('seq', '>', Number.isSafeInteger(settled) ? settled : 0)
        .orderBy('seq', 'desc')
        .limit(lookedAt)
        .as('last'),
    )
    .select((of) => of.fn.max('last.at').as('newest'))
    .executeTakeFirstOrThrow()
  return newest === null ? null : Number(newest)
}
