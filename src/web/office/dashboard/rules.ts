import { passwordLevels, type Indicator } from '#domain/vault/figures.ts'
import type { IndicatorValue, LevelCounts } from './figure.ts'

type LevelCount = LevelCounts[number]

/** Returns the count of each level, weakest first, zero for a level that is missing in the reply. */
export const byLevel = (counts: LevelCounts): LevelCount[] =>
  passwordLevels.map((level) => ({ level, nb: counts.find((one) => one.level === level)?.nb ?? 0 }))

export const sumOf = (counts: readonly { nb: number }[]): number =>
  counts.reduce((sum, { nb }) => sum + nb, 0)

/** Indicators for which less is better. The others are neither good nor bad. */
const betterLower: ReadonlySet<Indicator> = new Set(['weakShare', 'reused', 'old', 'usersWithoutFactor'])

export type Change = {
  difference: number
  verdict: 'better' | 'worse' | null
  /** The day of the compared value, or null when it is 30 days old. */
  since: string | null
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the change of an indicator since the stored value, or null without one. */
export function changeOf({ indicator, value, before }: IndicatorValue, today: string): Change | null {
  if (before === null) return null
  // Shares have one decimal: rounding removes binary fractions.
  const difference = Math.round((value - before.value) * 10) / 10
  const days = (Date.parse(today) - Date.parse(before.days)) / dayMs
  return {
    difference,
    verdict: difference === 0 || !betterLower.has(indicator) ? null : difference < 0 ? 'better' : 'worse',
    since: days === 30 ? null : before.days,
  }
}
