import { dayNumberOf } from '#domain/platform/days.ts'
import { concerns, isOldPassword, weakLevel, type Concern } from '#domain/vault/figures.ts'
import type { Breather } from '#server/vault/contents/breather.ts'
import { MarkCounts } from './reuse.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'

/** Each concern as a bit, so that millions of passwords are gone through without an object for each. */
const bits = { weak: 1, reused: 2, old: 4 } as const satisfies Record<Concern, number>
/** So many combinations of concerns there are. */
export const combinations = 8

/** What a password is held against: the others that count, and what day it is. */
export type Measure = { readonly reuse: MarkCounts; readonly today: number }

/** The concerns about a password, as bits. */
export const bitsOf = ({ levels, high, low, days }: ChestSummary, at: number, { reuse, today }: Measure) =>
  ((levels[at] as number) <= weakLevel ? bits.weak : 0) |
  (reuse.of(high[at] as number, low[at] as number) > 1 ? bits.reused : 0) |
  (isOldPassword(days[at] as number, today) ? bits.old : 0)

/** Whether a concern is among those of `bitsOf`. */
export const holds = (found: number, concern: Concern): boolean => (found & bits[concern]) !== 0

export const concernsIn = (found: number): Concern[] => concerns.filter((concern) => holds(found, concern))

/** What the passwords of some chests are held against, when these are all that count. */
export async function measureOf(
  chests: readonly { readonly summary: ChestSummary }[],
  now: number,
  breather: Breather,
): Promise<Measure> {
  const reuse = new MarkCounts(chests.reduce((sum, { summary }) => sum + summary.count, 0))
  for (const { summary } of chests) {
    reuse.add(summary)
    const pause = breather.step(summary.count)
    if (pause) await pause
  }
  return { reuse, today: dayNumberOf(now) }
}
