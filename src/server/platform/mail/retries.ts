const minute = 60_000
const hour = 60 * minute

/** How long to wait after the first failure, the second, …; the last one repeats. */
const waits = [minute / 2, minute, 2 * minute, 5 * minute, 15 * minute, hour / 2, hour, 2 * hour, 4 * hour]
/** After three days of trying a mail is given up. */
const longestMs = 72 * hour

/** When a mail that just failed is tried again; null when it is given up. */
export function nextTry(
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: number },
  now: number,
): number | null {
  const at = now + (waits[Math.min(attempts, waits.length - 1)] ?? hour)
  return at - createdAt > longestMs ? null : at
}
