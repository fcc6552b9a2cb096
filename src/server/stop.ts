import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './platform/database/open.ts'
import type { Jobs } from './platform/jobs/runner.ts'
import type { LogOutput } from './log-output.ts'

/** In milliseconds, after draining; together below the 20 s that supervisors should wait (docs/operations.md). */
export const stopLimits = {
  /** For requests in flight. */
  requests: 15_000,
  /** For the whole stop, including the database and mails being sent. */
  stop: 17_000,
  /** For the last lines of the log. */
  log: 1_000,
  /** For a busy thread of Node's pool. */
  threads: 500,
} as const

type Stopping = {
  readonly app: FastifyInstance
  readonly database: Pick<Database, 'close'>
  readonly jobs: Jobs
  readonly log: Logger
  readonly output: LogOutput
  /** How long requests are still served after SIGTERM, in milliseconds. */
  readonly drainMs: number
  /** Reports the node as not ready, so that balancers send no more requests. */
  readonly leave: () => void
  /** Releases watches and locks, which need no waiting. */
  readonly release: () => void
}

/** Returns a function that stops the process. Its second call ends the draining; further ones do nothing. */
export function stopperOf(stopping: Stopping): (reason: string) => void {
  const { app, database, jobs, log, output, drainMs, leave, release } = stopping
  let isStopping = false
  const drained = new AbortController()

  /** Lets balancers notice. A closed terminal or Ctrl-C has none. */
  const drain = async (reason: string): Promise<void> => {
    if (reason !== 'SIGTERM' || drainMs === 0) return
    log.info({ seconds: drainMs / 1_000 }, 'draining')
    leave()
    await pause(drainMs, undefined, { signal: drained.signal }).catch(() => undefined)
  }

  const finish = async (): Promise<void> => {
    // A connection that never ends must not delay the exit.
    const late = setTimeout(() => {
      log.warn('requests cut off')
      app.server.closeAllConnections()
    }, stopLimits.requests)
    // A connection answered meanwhile stays open for a next request, which is no longer accepted.
    const sweep = setInterval(() => app.server.listening || app.server.closeIdleConnections(), 100)
    try {
      // Requests in flight finish; new ones are refused with Retry-After.
      await Promise.all([app.close(), jobs.stop()])
    } finally {
      clearTimeout(late)
      clearInterval(sweep)
    }
    await database.close()
  }

  const stop = async (reason: string): Promise<void> => {
    await drain(reason)
    log.info({ reason }, 'stopping')
    const late = pause(stopLimits.stop, 'late' as const)
    const outcome = await Promise.race([finish().then(() => 'clean' as const, failureOf), late])
    release()
    // Unfinished work is what a crash would lose: nothing acknowledged.
    if (outcome === 'clean') log.info('stopped')
    else log.warn({ outcome }, 'stopped before everything was closed')
    await output.drain(stopLimits.log)
    await exit(outcome === 'clean' ? 0 : 1)
  }

  const failureOf = (error: unknown): 'failed' => {
    log.error({ err: error }, 'the stop failed')
    return 'failed'
  }

  return (reason) => {
    if (isStopping) return drained.abort()
    isStopping = true
    void stop(reason)
  }
}

/**
 * Exits. `process.exit` waits for the threads of Node's pool. A file system or a name server that does not
 * answer blocks such a thread indefinitely, so the process then kills itself.
 */
async function exit(code: number): Promise<void> {
  const isHeld = () =>
    process.getActiveResourcesInfo().some((kind) => /^(?:FSReq|GetAddrInfo|GetNameInfo)/.test(kind))
  const until = performance.now() + stopLimits.threads
  while (isHeld() && performance.now() < until) await pause(20)
  if (isHeld()) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
