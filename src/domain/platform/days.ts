const day = 24 * 60 * 60 * 1000

/** Returns the UTC day of a time, in days since 1970. @param atMs milliseconds since the epoch */
export const dayNumberOf = (atMs: number): number => Math.floor(atMs / day)

/** Returns a day since 1970 as `YYYY-MM-DD`. */
export const dayOfNumber = (number: number): string => dayOf(number * day)

/** Returns the UTC day of a time as `YYYY-MM-DD`. Visits and figures are counted by it. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** Returns `count` days up to and including that of a time, oldest first. */
export const daysUpTo = (atMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => dayOf(atMs - (count - 1 - place) * day))
