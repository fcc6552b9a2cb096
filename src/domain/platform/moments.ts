/**
 * Stored moments and a clock that was wrong. A moment later than now by more than the tolerated difference is not believed:
 * what it keeps open is shut, what it keeps shut is measured from now. Moments are milliseconds since 1970.
 */

/** How much later than now a moment may be: what clocks of several nodes and machines differ by. Five minutes. */
export const toleratedMs = 5 * 60_000

/**
 * How long a clock must have stood, unset, before what it does not believe is ended. One hour: a clock that fell behind for a
 * moment, as at a start before the time is synchronised, must lose nothing.
 */
export const settledMs = 3_600_000

/** Whether a moment may be true: no later than now, but for the tolerated difference. */
export const isBelieved = (at: number, now: number): boolean => at <= now + toleratedMs

/** Returns the milliseconds since a moment, at least 0; Infinity if it is not believed, so that what it keeps fresh is not. */
export const elapsedSince = (at: number, now: number): number =>
  isBelieved(at, now) ? Math.max(0, now - at) : Infinity

/**
 * Whether the end of a delay has come, or cannot be true.
 * @param longestMs the longest delay, so that no true end is later than that from now
 */
export const hasCome = (until: number, longestMs: number, now: number): boolean =>
  until <= now || !isBelieved(until - longestMs, now)
