import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock, RandomBytes } from '#server/platform/sources.ts'
import { leaveLease, takeLease, type Lease } from './leases.ts'

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

type RunnerDeps = {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly log: Logger
  readonly randomBytes: RandomBytes
}

export type Jobs = {
  /** Runs each job once, except those that another node runs. A failing job is logged and stops no other. */
  round(): Promise<void>
  /** Starts no more jobs, and waits for the running step; the next round resumes the rest, on any node. */
  stop(): Promise<void>
}

/** Runs the jobs soon after the start and then every hour. */
export function startJobs(
  deps: RunnerDeps,
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
    } catch (error) {
      // The lease stays, so that the next node does not retry a failed job immediately.
      deps.log.error({ err: error, job: name }, 'a job failed')
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
