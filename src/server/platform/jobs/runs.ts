import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** Records that a job ended, or failed, for the administration page. */
export async function recordRun(
  db: Kysely<Tables>,
  name: string,
  outcome: 'done_at' | 'failed_at',
  now: number,
): Promise<void> {
  await db
    .insertInto('job_runs')
    .values({ name, done_at: null, failed_at: null, [outcome]: now })
    .onConflict((known) => known.column('name').doUpdateSet({ [outcome]: now }))
    .execute()
}

/** Records when something was first asked of the jobs, for example since when backups are awaited. Later calls change nothing. */
export async function recordFirst(db: Kysely<Tables>, name: string, now: number): Promise<void> {
  await db
    .insertInto('job_runs')
    .values({ name, done_at: now, failed_at: null })
    .onConflict((known) => known.column('name').doNothing())
    .execute()
}

/** Returns when each job last ended and failed; null: never. */
export async function jobRuns(
  db: Kysely<Tables>,
): Promise<{ name: string; done: number | null; failed: number | null }[]> {
  const rows = await db.selectFrom('job_runs').selectAll().execute()
  return rows.map(({ name, done_at: done, failed_at: failed }) => ({ name, done, failed }))
}

/** Rows that tell of backups, which have a tile of their own; they must not hide that the jobs of the hour stand still. */
const ofBackups = 'backups-'

/** A job that no round has run for so long is no job of this version any more. */
const forgottenMs = 24 * 60 * 60 * 1000

/** Returns when a job last ended or failed (null: none has run yet), and how many failed at their last run. */
export async function jobState(
  db: Kysely<Tables>,
  now: number,
): Promise<{ lastAt: number | null; failing: number }> {
  const rows = await jobRuns(db)
  const jobs = rows.filter(({ name }) => !name.startsWith(ofBackups))
  const runs = jobs.map(({ done, failed }) => ({ done: done ?? 0, failed: failed ?? 0 }))
  const lastAt = Math.max(0, ...runs.map(({ done, failed }) => Math.max(done, failed)))
  return {
    lastAt: lastAt || null,
    failing: runs.filter(({ done, failed }) => failed > done && failed > now - forgottenMs).length,
  }
}
