import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './platform/database/open.ts'
import type { Jobs } from './platform/jobs/runner.ts'
import type { LogOutput } from './log-output.ts'

/** In milliseconds; together they stay below the 20 s that supervisors are told to wait (docs/operations.md). */
const limits = {
  /** How long requests under way may take. */
  requests: 15_000,
  /** How long the whole stop may take, the database and the mails under way included. */
  stop: 17_000,
  /** How long the last lines of the log may take. */
  log: 1_000,
  /** How long a thread of Node's pool may still be occupied. */
  threads: 500,
} as const

type Stopping = {
  readonly app: FastifyInstance
  readonly database: Pick<Database, 'close'>
  readonly jobs: Jobs
  readonly log: Logger
  readonly output: LogOutput
  /** What needs no waiting: watches and locks. */
  readonly release: () => void
}

/** Returns a function that ends the process; from its second call on it does nothing. */
export function stopperOf({ app, database, jobs, log, output, release }: Stopping): (reason: string) => void {
  let isStopping = false

  const finish = async (): Promise<void> => {
    // A connection that never ends must not keep the process.
    const late = setTimeout(() => {
      log.warn('requests cut off')
      app.server.closeAllConnections()
    }, limits.requests)
    // A connection whose last request was answered meanwhile stays open for the next one, which will not come.
    const sweep = setInterval(() => app.server.listening || app.server.closeIdleConnections(), 100)
    try {
      // Requests in flight finish; new ones are told to come again.
      await Promise.all([app.close(), jobs.stop()])
    } finally {
      clearTimeout(late)
      clearInterval(sweep)
    }
    await database.close()
  }

  const stop = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping')
    const late = pause(limits.stop, 'late' as const)
    const outcome = await Promise.race([finish().then(() => 'clean' as const, failureOf), late])
    release()
    // What was not finished is what a crash would have cut: nothing that was acknowledged.
    if (outcome === 'clean') log.info('stopped')
    else log.warn({ outcome }, 'stopped before everything was closed')
    await output.drain(limits.log)
    await leave(outcome === 'clean' ? 0 : 1)
  }

  const failureOf = (error: unknown): 'failed' => {
    log.error({ err: error }, 'the stop failed')
    return 'failed'
  }

  return (reason) => {
    if (isStopping) return
    isStopping = true
    void stop(reason)
  }
}

/**
 * Exits. `process.exit` waits for the threads of Node's pool, and a file system or a name server that does not answer
 * holds one for as long as it likes: then the process kills itself.
 */
async function leave(code: number): Promise<void> {
  const isHeld = () =>
    process.getActiveResourcesInfo().some((kind) => /^(?:FSReq|GetAddrInfo|GetNameInfo)/.test(kind))
  const until = performance.now() + limits.threads
  while (isHeld() && performance.now() < until) await pause(20)
  if (isHeld()) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
