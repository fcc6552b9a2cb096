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

/** How many recent points are kept: whole backups and increments. */
const keptRecent = 3

/**
 * Returns the names of recent backups and increments that are deleted: all but the newest three, and but the whole backups that
 * an increment among those needs. Those of the future, which a clock that was ahead has made, stay and push none out.
 * Increments stand before the whole one that they need: a kill between two deletions leaves none alone.
 * @param made the name of the one just made, which stays: of a clock that was ahead by little there may be later ones
 */
export function recentRotatedOut(names: readonly string[], made: string, now: number): string[] {
  const points = names.flatMap((name) => {
    const at = momentOfPoint(name)
    return at !== null && name !== made && isBelieved(at, now) ? [{ name, at }] : []
  })
  const leaving = new Set(
    points
      .toSorted((one, other) => one.at - other.at || (one.name < other.name ? 1 : -1))
      .slice(0, 1 - keptRecent)
      .map(({ name }) => name),
  )
  for (const name of names) {
    const base = leaving.has(name) ? null : baseOfIncrement(name)
    if (base !== null) leaving.delete(base)
  }
  return [...leaving].toReversed()
}

const moment = String.raw`\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z`
const form = new RegExp(`^trousseau-(${moment})\\.backup$`)
const incrementForm = new RegExp(`^trousseau-(${moment})\\+(${moment})\\.increment$`)

const written = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`

function readMoment(text: string | undefined): number | null {
  const at = Date.parse(text?.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:') ?? '')
  return Number.isNaN(at) ? null : at
}

/** Returns the name of a backup of a moment, as `trousseau-2026-11-26T02-00-00Z.backup`. */
export const nameOfBackup = (at: number): string => `trousseau-${written(at)}.backup`

/** Returns the name of an increment: `trousseau-`, the moment of its base, `+`, its own moment, `.increment`. */
export const nameOfIncrement = (base: number, at: number): string =>
  `trousseau-${written(base)}+${written(at)}.increment`

/** Returns the moment in the name of a whole backup; null for another file, which rotation leaves alone. */
export const momentOfBackup = (name: string): number | null => readMoment(form.exec(name)?.[1])

/** Returns the moment in the name of a whole backup or of an increment; null for another file. */
export const momentOfPoint = (name: string): number | null =>
  momentOfBackup(name) ?? readMoment(incrementForm.exec(name)?.[2])

/** Returns the name of the whole backup that an increment adds to; null for another file. */
export function baseOfIncrement(name: string): string | null {
  const [, base] = incrementForm.exec(name) ?? []
  return base === undefined ? null : `trousseau-${base}.backup`
}
