import { sessionLimits } from '#domain/platform/limits.ts'

/** Slightly longer than the server's activity interval, so that the last input is still reported. */
const attendedMs = sessionLimits.touchEveryMs + 2_000

let lastSign = Date.now()

/** Records user input in this tab: a movement, a key, a press, a scroll. */
export const recordInput = (now = Date.now()): void => {
  lastSign = now
}

/** Returns whether this tab had user input recently. Opening a page counts. */
const isAttended = (now = Date.now()): boolean => now - lastSign < attendedMs

/**
 * Returns the header that marks a call without recent user input. The server then records no activity, so
 * that polling does not keep an abandoned session alive.
 */
export const attendanceHeader = (now = Date.now()): Record<string, string> =>
  isAttended(now) ? {} : { 'X-Unattended': '1' }
