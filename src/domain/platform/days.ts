const day = 24 * 60 * 60 * 1000

/** The day of a moment, in UTC days since 1970. @param atMs milliseconds since the epoch */
export const dayNumberOf = (atMs: number): number => Math.floor(atMs / day)

/** A day since 1970 as `YYYY-MM-DD`. */
export const dayOfNumber = (number: number): string => dayOf(number * day)

/** The day of a moment, `YYYY-MM-DD` in UTC, by which visits and figures are counted. */
export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** Days up to and including that of a moment, oldest first. */
export const daysUpTo = (atMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => dayOf(atMs - (count - 1 - place) * day))
