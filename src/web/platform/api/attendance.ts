import { sessionLimits } from '#domain/platform/limits.ts'

/** A little longer than between two tellings of the server, so that what was done last is still told. */
const attendedMs = sessionLimits.touchEveryMs + 2_000

let lastSign = Date.now()

/** Notes a sign of life in this tab: a movement, a key, a press, a scroll. */
export const noteSign = (now = Date.now()): void => {
  lastSign = now
}

/** Whether somebody was at this tab a moment ago; opening a page counts. */
const isAttended = (now = Date.now()): boolean => now - lastSign < attendedMs

/**
 * What a call says when nobody is there: a page that asks anew by itself must not keep a session alive that its
 * person has left (the server then notes no activity).
 */
export const attendanceHeader = (now = Date.now()): Record<string, string> =>
  isAttended(now) ? {} : { 'X-Unattended': '1' }
