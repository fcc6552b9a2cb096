import type { dashboard } from '#contract/office/dashboard.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { passwordLevels } from '#domain/vault/figures.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { bitsOf, combinations, hasConcern, measureOf } from './concerns.ts'
import type { Readable } from './readable.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'

type Levels = ReplyOf<(typeof dashboard)['passwordStrength']>
type Health = ReplyOf<(typeof dashboard)['health']>

export function countLevels(counts: number[], { levels }: Pick<ChestSummary, 'levels'>): void {
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1
}

/** The levels with at least one password, weakest first. */
export const levelsOf = (counts: readonly number[]): Levels =>
  passwordLevels.flatMap((level) => {
    const nb = counts[level] ?? 0
    return nb > 0 ? [{ level, nb }] : []
  })

/** The number of passwords per strength level, over all passwords readable by the caller. */
export function strengthOf({ chests }: Readable): Levels {
  const counts: number[] = []
  for (const { summary } of chests) countLevels(counts, summary)
  return levelsOf(counts)
}

/** The number of passwords per concern, over those the caller may read and those the caller may change. */
export async function healthOf({ chests, locked, unreadable }: Readable, now: number): Promise<Health> {
  const yielder = createYielder()
  const measure = await measureOf(chests, now, yielder)
  const [readable, changeable] = [new Uint32Array(combinations), new Uint32Array(combinations)]
  for (const { summary, mayUpdate } of chests) {
    for (let at = 0; at < summary.count; at += 1) {
      const found = bitsOf(summary, at, measure)
      readable[found] = (readable[found] as number) + 1
      if (mayUpdate) changeable[found] = (changeable[found] as number) + 1
    }
    const pause = yielder.step(summary.count)
    if (pause) await pause
  }
  const ofChangeable = totalsOf(changeable)
  return {
    readable: totalsOf(readable),
    changeable: { ...ofChangeable, concerned: ofChangeable.passwords - (changeable[0] as number) },
    lockedChests: locked,
    unreadableChests: unreadable,
  }
}

/** @param counts passwords per combination of concerns */
function totalsOf(counts: Uint32Array): Health['readable'] {
  const totals = { passwords: 0, weak: 0, reused: 0, old: 0 }
  for (const [found, count] of counts.entries()) {
    totals.passwords += count
    for (const concern of ['weak', 'reused', 'old'] as const) {
      if (hasConcern(found, concern)) totals[concern] += count
    }
  }
  return totals
}
