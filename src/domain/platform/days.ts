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

/** Returns the start of the next UTC month after a time. */
export function nextMonth(atMs: number): number {
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)
}

/** Returns the start of the UTC month that lies `months` before that of a time. */
export function monthsBefore(atMs: number, months: number): number {
  const at = new Date(atMs)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months)
}
