import { dayNumberOf } from '#domain/platform/days.ts'
import { concerns, isOldPassword, weakLevel, type Concern } from '#domain/vault/figures.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { MarkCounts } from './reuse.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'

/** Each concern as a bit: millions of passwords are scanned without an object per password. */
const bits = { weak: 1, reused: 2, old: 4 } as const satisfies Record<Concern, number>
export const combinations = 8

/** The inputs for the concerns of a password: the marks of all counted passwords, and today. */
export type Measure = { readonly reuse: MarkCounts; readonly today: number }

/** The concerns of a password, as bits. */
export const bitsOf = ({ levels, high, low, days }: ChestSummary, at: number, { reuse, today }: Measure) =>
  ((levels[at] as number) <= weakLevel ? bits.weak : 0) |
  (reuse.of(high[at] as number, low[at] as number) > 1 ? bits.reused : 0) |
  (isOldPassword(days[at] as number, today) ? bits.old : 0)

/** Whether the bits of `bitsOf` include a concern. */
export const hasConcern = (found: number, concern: Concern): boolean => (found & bits[concern]) !== 0

export const concernsIn = (found: number): Concern[] =>
  concerns.filter((concern) => hasConcern(found, concern))

/** Creates the measure for a set of chests from all their passwords. */
export async function measureOf(
  chests: readonly { readonly summary: ChestSummary }[],
  now: number,
  yielder: Yielder,
): Promise<Measure> {
  const reuse = new MarkCounts(chests.reduce((sum, { summary }) => sum + summary.count, 0))
  for (const { summary } of chests) {
    reuse.add(summary)
    const pause = yielder.step(summary.count)
    if (pause) await pause
  }
  return { reuse, today: dayNumberOf(now) }
}
