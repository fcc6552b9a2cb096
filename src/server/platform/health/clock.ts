import type { Logger } from 'pino'
import type { Clock } from '#server/platform/sources.ts'

/** Beyond it the one-time codes of second factors fail. */
const limitMs = 30_000
const pauseMs = 600_000

/**
 * Returns by how many milliseconds the clock of the database is ahead of this one if that is too much, and 0 otherwise.
 * @param databaseMs as `Database.ping` returns it
 * @param tolerated how much is not too much, in milliseconds
 */
export function clockSkew(databaseMs: number | null, nowMs: number, tolerated = limitMs): number {
  const aheadMs = databaseMs === null ? 0 : databaseMs - nowMs
  return Math.abs(aheadMs) > tolerated ? aheadMs : 0
}

/** Returns a function that logs a clock that is off, once in ten minutes, and returns whether it is. */
export function createClockWatch(
  log: Pick<Logger, 'warn'>,
  clock: Clock,
): (databaseMs: number | null) => boolean {
  let next = 0
  return (databaseMs) => {
    const aheadMs = clockSkew(databaseMs, clock())
    if (aheadMs !== 0 && performance.now() >= next) {
      log.warn({ aheadMs: Math.round(aheadMs) }, 'the clock differs from that of the database')
      next = performance.now() + pauseMs
    }
    return aheadMs !== 0
  }
}
