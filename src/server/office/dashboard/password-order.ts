import type { ReadableChest } from './readable.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'

/** A password, by its position in the summary of its chest. */
export type Place = { readonly chest: ReadableChest; readonly at: number }
export type Matching = { readonly chest: ReadableChest; readonly places: readonly number[] }
type Sort = {
  readonly sort?: 'chest' | 'strength' | 'age' | undefined
  readonly order?: 'ASC' | 'DESC' | undefined
}

/** The sort value of a password, weakest first: level, then bits of entropy. It has 19 bits. */
export const weakness = ({ levels, bits }: ChestSummary, at: number): number =>
  (levels[at] as number) * 0x1_0000 + (bits[at] as number)

/** 12 bits of a mark: equal passwords sort next to each other. */
const likeness = ({ high }: ChestSummary, at: number): number => (high[at] as number) >>> 20

/** The sort keys: numbers of 31 bits. */
const keys = {
  strength: (summary: ChestSummary, at: number) => weakness(summary, at) * 0x1000 + likeness(summary, at),
  age: (summary: ChestSummary, at: number) =>
    ((summary.days[at] as number) * 8 + (summary.levels[at] as number)) * 0x1000 + likeness(summary, at),
} as const

/** Key and position share the 53 bits of a number; a list is cut at this many passwords. */
const positions = 2 ** 22

export type Ordered = { readonly count: number; places(from: number, to: number): Place[] }

/**
 * Sorts passwords by strength, age, or chest and strength; ties by chest and id. Packing key and position
 * into one number is ten times faster than sorting objects.
 * @param matching sorted by name of the chest
 */
export function inOrder(matching: readonly Matching[], { sort = 'strength', order = 'ASC' }: Sort): Ordered {
  const isByChest = sort === 'chest'
  const parts = isByChest && order === 'DESC' ? matching.toReversed() : matching
  const all = parts.reduce((sum, { places }) => sum + places.length, 0)
  const count = Math.min(all, positions)
  const sorted = new Float64Array(count)
  const starts: number[] = []
  const key = isByChest ? keys.strength : keys[sort]
  let next = 0
  for (const { chest, places } of parts) {
    starts.push(next)
    for (const at of places) {
      if (next < count) sorted[next] = key(chest.summary, at) * positions + next
      next += 1
    }
    if (isByChest) sorted.subarray(starts.at(-1), next).sort()
  }
  if (!isByChest) sorted.sort()
  if (!isByChest && order === 'DESC') sorted.reverse()

  const placeAt = (rank: number): Place => {
    const position = (sorted[rank] as number) % positions
    const part = starts.findLastIndex((start) => start <= position)
    const { chest, places } = parts[part] as Matching
    return { chest, at: places[position - (starts[part] as number)] as number }
  }
  return {
    count,
    places: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, index) => placeAt(from + index)),
  }
}
