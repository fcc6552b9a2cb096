import type { Kysely } from 'kysely'
import { elapsedSince } from '#domain/platform/moments.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** No job of the hour: its row among their runs says when recent backups were last made, or failed. */
export const recentRunName = 'backups-recent'

/** The recent backups, in milliseconds since 1970. */
export type RecentRecord = {
  /** The moment that the newest one is of, or at which nothing was new; null before the first. */
  readonly at: number | null
  /** When the last try failed; null if none did since the newest one. */
  readonly failedAt: number | null
}

/** Returns what is recorded of the backups of the last minutes. */
export async function recentRecord(db: Kysely<Tables>): Promise<RecentRecord> {
  const row = await db
    .selectFrom('job_runs')
    .select(['done_at', 'failed_at'])
    .where('name', '=', recentRunName)
    .executeTakeFirst()
  const at = row?.done_at ?? null
  const failedAt = row?.failed_at ?? null
  return { at, failedAt: failedAt !== null && failedAt > (at ?? 0) ? failedAt : null }
}

/** Whether a round was missed: the newest is older than one and a half of the time between two, or there is none and one failed. */
export const isRecentLate = ({ at, failedAt }: RecentRecord, everyMinutes: number, now: number): boolean =>
  at === null ? failedAt !== null : elapsedSince(at, now) >= everyMinutes * 90_000
