const minute = 60_000
const hour = 60 * minute

/** The waits after the first failure, the second, …, in milliseconds; the last one repeats. */
const waits = [minute / 2, minute, 2 * minute, 5 * minute, 15 * minute, hour / 2, hour, 2 * hour, 4 * hour]
/** After three days of retries a mail is given up. */
const longestMs = 72 * hour

/** Returns when a mail that just failed is retried; null when it is given up. */
export function nextTry(
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: number },
  now: number,
): number | null {
  const at = now + (waits[Math.min(attempts, waits.length - 1)] ?? hour)
  return at - createdAt > longestMs ? null : at
}
