import { isBelieved } from '#domain/platform/moments.ts'

/** How many backups are kept: the newest of each of the last days, weeks (from Monday) and months that have one. */
export const kept = { daily: 7, weekly: 5, monthly: 12 } as const

const dayMs = 86_400_000
const periods: readonly (readonly [number, (at: number) => number])[] = [
  [kept.daily, (at) => Math.floor(at / dayMs)],
  // The first day of 1970 was a Thursday.
  [kept.weekly, (at) => Math.floor((Math.floor(at / dayMs) + 3) / 7)],
  [kept.monthly, (at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth()],
]

/**
 * Returns the backups that rotation deletes: all that are not the newest of a period that is kept. The newest always stays. So do
 * those of the future, which a clock that was ahead has made, and they push none out.
 */
export function rotatedOut<Backup extends { readonly at: number }>(
  backups: readonly Backup[],
  now: number,
): Backup[] {
  const newestFirst = backups
    .filter(({ at }) => isBelieved(at, now))
    .toSorted((one, other) => other.at - one.at)
  const staying = new Set<Backup>()
  for (const [count, periodOf] of periods) {
    const seen = new Set<number>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.at)
      if (seen.has(period)) continue
      if (seen.size === count) break
      seen.add(period)
      staying.add(backup)
    }
  }
  return newestFirst.filter((backup) => !staying.has(backup))
}

const form = /^trousseau-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/

/** Returns the name of a backup of a moment, as `trousseau-2026-11-26T02-00-00Z.backup`. */
export const nameOfBackup = (at: number): string =>
  `trousseau-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** Returns the moment in the name of a backup; null for another file, which rotation leaves alone. */
export function momentOfBackup(name: string): number | null {
  const [, day, hour, minute, second] = form.exec(name) ?? []
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}
