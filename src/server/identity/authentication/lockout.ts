import { sql, type Transaction } from 'kysely'
import { blockDuration, lockoutLimits } from '#domain/platform/limits.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Whose failures are counted: an account, or an unknown login (by its keyed hash). */
export type Subject =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'unknown-login'; readonly key: Uint8Array }

/**
 * An admitted try. It is counted as a failure beforehand, so that concurrent guesses cannot exceed the limit.
 */
export type Attempt = {
  readonly subject: Subject
  /** The end of the block that this try sets off if it fails, in milliseconds; null below the limit. */
  readonly blocksUntil: number | null
}

/** A refused try: the account is blocked until this time. */
export type Blocked = { readonly blockedUntil: number }

const lastFailure = sql.lit(lockoutLimits.failures - 1)

/** The length of the next block by the number of blocks so far, as SQL: the table of `blockDuration`. */
const nextBlock = (() => {
  const lengths: number[] = []
  for (let nth = 1; blockDuration(nth) > (lengths.at(-1) ?? 0); nth += 1) lengths.push(blockDuration(nth))
  const cases = lengths.map((length, blocks) => sql`when ${sql.lit(blocks)} then ${sql.lit(length)}`)
  return sql`case blocks ${sql.join(cases, sql` `)} else ${sql.lit(lockoutLimits.longestBlockMs)} end`
})()

const tableOf = { account: sql.table('users'), 'unknown-login': sql.table('unknown_logins') } as const

const rowOf = (subject: Subject) =>
  subject.kind === 'account' ? sql`id = ${subject.id}` : sql`key = ${subject.key}`

/**
 * Counts a try before it is verified: one statement increments the failures, and the fifth sets the block. It
 * holds the row until the transaction ends.
 */
export async function beginAttempt(
  tx: Transaction<Tables>,
  subject: Subject,
  now: number,
): Promise<Attempt | Blocked> {
  if (subject.kind === 'unknown-login') await insertUnknownLogin(tx, subject.key, now)
  const { rows } = await sql<{ blocked_until: number | null }>`
    update ${tableOf[subject.kind]} set
      failures = case when failures >= ${lastFailure} then 0 else failures + 1 end,
      blocks = case when failures >= ${lastFailure} then blocks + 1 else blocks end,
      blocked_until = case when failures >= ${lastFailure} then cast(${now} as bigint) + ${nextBlock} end
    where ${rowOf(subject)} and (blocked_until is null or blocked_until <= ${now})
    returning blocked_until`.execute(tx)
  if (rows[0]) return { subject, blocksUntil: rows[0].blocked_until }
  const blocked = await sql<{ blocked_until: number | null; blocks: number }>`
    select blocked_until, blocks from ${tableOf[subject.kind]} where ${rowOf(subject)}`.execute(tx)
  const { blocked_until: until, blocks } = blocked.rows[0] ?? { blocked_until: null, blocks: 0 }
  // A block of the future, by a clock that was ahead, is over once the clock has stood for its length.
  return { blockedUntil: until === null ? now : Math.min(until, now + blockDuration(blocks) + toleratedMs) }
}

/** Takes the count of one right guess back. The other failures stay until a sign-in completes. */
export async function undoAttempt(tx: Transaction<Tables>, { subject, blocksUntil }: Attempt): Promise<void> {
  const table = tableOf[subject.kind]
  if (blocksUntil === null) {
    await sql`update ${table} set failures = failures - 1 where ${rowOf(subject)} and failures > 0`.execute(
      tx,
    )
    return
  }
  await sql`update ${table} set failures = ${lastFailure}, blocks = blocks - 1, blocked_until = null
    where ${rowOf(subject)} and blocked_until = ${blocksUntil}`.execute(tx)
}

/** Returns the end of an account's block, no later than the longest block allows, or null when it is not blocked. */
export const blockedAt = (blockedUntil: number | null, now: number): number | null =>
  blockedUntil !== null && blockedUntil > now
    ? Math.min(blockedUntil, now + lockoutLimits.longestBlockMs + toleratedMs)
    : null

async function insertUnknownLogin(tx: Transaction<Tables>, key: Uint8Array, now: number): Promise<void> {
  await tx
    .insertInto('unknown_logins')
    .values({ key, failures: 0, blocks: 0, blocked_until: null, tried_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ tried_at: now }))
    .execute()
}
