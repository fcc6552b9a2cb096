import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { recordRun } from './runs.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** In milliseconds: the first round starts after the start-up; a lease outlives every step of a job. */
export const jobTimes = { firstMs: 5_000, everyMs: 3_600_000, leaseMs: 600_000 } as const

/**
 * A background job. A crash at any line, or two nodes running it concurrently, must be harmless: each step is one
 * transaction, and the next round resumes.
 *
 * @param goOn called between two steps; false when the server stops or another node has taken over
 */
export type Job = (goOn: () => Promise<boolean>) => Promise<void>
/** Jobs by the name of their lease, in the order in which a round runs them. */
export type JobTable = Readonly<Record<string, Job>>

/** Returns a job that deletes for good for an age: its rounds do nothing until the clock has settled. */
export const onceSettled =
  (hasSettled: () => Promise<boolean>, job: Job): Job =>
  async (goOn) => {
    if (await hasSettled()) await job(goOn)
  }

export type Jobs = {
  /** Runs each job once, except those that another node runs. A failing job is logged and stops no other. */
  round(): Promise<void>
  /** Starts no more jobs, and waits for the running step; the next round resumes the rest, on any node. */
  stop(): Promise<void>
}

/** Runs the jobs soon after the start and then every hour. */
export function startJobs(
  deps: Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'randomBytes'>,
  table: JobTable,
  times: { firstMs: number; everyMs: number; leaseMs: number } = jobTimes,
): Jobs {
  const holder = Buffer.from(deps.randomBytes(16)).toString('hex')
  let stopping = false
  let running: Promise<void> | null = null

  const run = async (name: string, job: Job): Promise<void> => {
    const lease: Lease = { name, holder }
    const hold = async () => !stopping && takeLease(deps.db, lease, deps.clock(), times.leaseMs)
    try {
      if (!(await hold())) return
      await job(hold)
      await leaveLease(deps.db, lease)
      await recordRun(deps.db, name, 'done_at', deps.clock())
    } catch (error) {
      // The lease stays, so that the next node does not retry a failed job immediately.
      deps.log.error({ err: error, job: name }, 'a job failed')
      // Without its database a job fails too: the log alone tells it then. A stop waits for that once, not twice.
      if (!stopping) await recordRun(deps.db, name, 'failed_at', deps.clock()).catch(() => undefined)
    }
  }

  const once = async (): Promise<void> => {
    for (const [name, job] of Object.entries(table)) await run(name, job)
  }
  const round = (): Promise<void> => {
    running ??= once().finally(() => {
      running = null
    })
    return running
  }

  const first = setTimeout(() => void round(), times.firstMs).unref()
  const timer = setInterval(() => void round(), times.everyMs).unref()
  return {
    round,
    stop: async () => {
      stopping = true
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}

/** A lease: the name of the job, and the node that wants to run it. */
type Lease = { readonly name: string; readonly holder: string }

/**
 * Takes or extends the lease of a job. One row a job names its holder, so that nodes of one database seldom run the same
 * job concurrently. They do if their clocks differ much or a job outlives its lease: every job must tolerate that.
 *
 * @param now milliseconds since the epoch, by this node's clock
 * @returns false when another node holds it
 */
export async function takeLease(
  db: Kysely<Tables>,
  { name, holder }: Lease,
  now: number,
  leaseMs: number,
): Promise<boolean> {
  const until = now + leaseMs
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('job_leases')
    .values({ name, holder, until })
    .onConflict((taken) =>
      taken
        .column('name')
        .doUpdateSet({ holder, until })
        .where((is) => is.or([is('job_leases.until', '<=', now), is('job_leases.holder', '=', holder)])),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Releases the lease of a job; a lease that another node took over meanwhile stays. */
export async function leaveLease(db: Kysely<Tables>, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('job_leases').where('name', '=', name).where('holder', '=', holder).execute()
}
