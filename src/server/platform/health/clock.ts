import type { Logger } from 'pino'

/** Beyond it the one-time codes of second factors fail. */
const limitMs = 30_000
const pauseMs = 600_000

/** Whether the clock of this machine is too far from that of the database. */
export const isClockOff = (aheadMs: number): boolean => Math.abs(aheadMs) > limitMs

/** Returns a function that logs a clock that is off, once in ten minutes, and returns whether it is. */
export function createClockWatch(log: Pick<Logger, 'warn'>): (aheadMs: number) => boolean {
  let next = 0
  return (aheadMs) => {
    const isOff = isClockOff(aheadMs)
    if (isOff && performance.now() >= next) {
      log.warn({ aheadMs: Math.round(aheadMs) }, 'the clock differs from that of the database')
      next = performance.now() + pauseMs
    }
    return isOff
  }
}
