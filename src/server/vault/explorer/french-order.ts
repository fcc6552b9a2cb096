import { frenchCollator } from '#domain/platform/folding.ts'
import type { Yielder } from '#server/vault/contents/yielder.ts'
import { createKeyMakers, type SortKeys } from './sort-keys.ts'

export type Named = { readonly id: number; readonly name: string }

/** The order of names in lists: French, then by id for equal names. */
export type FrenchOrder = {
  compare(one: Named, other: Named): number
  /**
   * Returns the elements in order. It yields to other requests, as 100,000 comparisons by the collator take
   * long.
   */
  sorted<Element extends Named>(elements: readonly Element[], yielder: Yielder): Promise<Element[]>
}

type Compare = (one: Named, other: Named) => number

const runLength = 500
/** Shorter parts are sorted by comparisons, which is faster than by bytes. */
const fewElements = 16

/**
 * Returns the order of `frenchCollator`, made fast for long lists. Most names differ by their letters, which
 * sort keys compare byte by byte. The collator compares names without a key, and those with equal keys, which
 * differ by accent or case.
 */
export function createFrenchOrder(): FrenchOrder {
  const collator = frenchCollator()
  let newKeyMaker: ReturnType<typeof createKeyMakers> | undefined
  const compare: Compare = (one, other) => collator.compare(one.name, other.name) || one.id - other.id

  return {
    compare,
    async sorted(elements, yielder) {
      newKeyMaker ??= createKeyMakers(collator.compare)
      const maker = newKeyMaker(elements.length)
      for (const { name } of elements) {
        maker.add(name)
        const pause = yielder.step()
        if (pause) await pause
      }
      const keys = maker.keys()
      const keyed = await sortedByKeys(elements, keys, compare, yielder)
      const others = elements.filter((_, index) => keys.starts[index] === -1)
      return merge(keyed, await sortedByRuns(others, compare, yielder), compare, yielder)
    },
  }
}

/** The elements from index `from` to before `to`, whose keys are equal up to the byte at `depth`. */
type Part = { readonly from: number; readonly to: number; readonly depth: number }

/** Returns the elements that have a key, in order, by a radix sort on the bytes of their keys. */
async function sortedByKeys<Element extends Named>(
  elements: readonly Element[],
  keys: SortKeys,
  compare: Compare,
  yielder: Yielder,
): Promise<Element[]> {
  const places = Uint32Array.from(elements.keys()).filter((place) => keys.starts[place] !== -1)
  const spare = new Uint32Array(places.length)
  const at = (place: number): Element => elements[place] as Element
  const parts: Part[] = [{ from: 0, to: places.length, depth: 0 }]
  const alike: Part[] = []
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { from, to, depth } = part
    if (to - from < fewElements) insertInto(places, part, keys, (one, other) => compare(at(one), at(other)))
    else {
      const ends = dealOut(places, spare, part, keys)
      for (let byte = 0, begin = from; begin < to; byte += 1) {
        const end = ends[byte] ?? to
        // Keys that have ended are equal.
        if (end - begin > 1) (byte === 0 ? alike : parts).push({ from: begin, to: end, depth: depth + 1 })
        begin = end
      }
    }
    const pause = yielder.step(to - from)
    if (pause) await pause
  }
  const sorted = Array.from(places, at)
  for (const { from, to } of alike) {
    const those = await sortedByRuns(sorted.slice(from, to), compare, yielder)
    for (const [index, element] of those.entries()) sorted[from + index] = element
  }
  return sorted
}

/** Sorts a part by the byte at its depth. @returns the end of each byte's range */
function dealOut(
  places: Uint32Array,
  spare: Uint32Array,
  { from, to, depth }: Part,
  { bytes, starts }: SortKeys,
): Uint32Array {
  const byteOf = (place: number): number => bytes[(starts[place] ?? 0) + depth] ?? 0
  const ends = new Uint32Array(256)
  for (let index = from; index < to; index += 1) {
    const byte = byteOf(places[index] ?? 0)
    ends[byte] = (ends[byte] ?? 0) + 1
  }
  let begin = from
  for (let byte = 0; byte < 256; byte += 1) {
    const count = ends[byte] ?? 0
    ends[byte] = begin
    begin += count
  }
  for (let index = from; index < to; index += 1) {
    const place = places[index] ?? 0
    const byte = byteOf(place)
    const end = ends[byte] ?? 0
    spare[end] = place
    ends[byte] = end + 1
  }
  places.set(spare.subarray(from, to), from)
  return ends
}

/** Sorts a short part by insertion. */
function insertInto(
  places: Uint32Array,
  { from, to, depth }: Part,
  { bytes, starts }: SortKeys,
  compare: (one: number, other: number) => number,
): void {
  const compareKeys = (one: number, other: number): number => {
    for (let at = (starts[one] ?? 0) + depth, beside = (starts[other] ?? 0) + depth; ; at += 1, beside += 1) {
      const [a, b] = [bytes[at] ?? 0, bytes[beside] ?? 0]
      if (a !== b) return a - b
      if (a === 0) return compare(one, other)
    }
  }
  for (let index = from + 1; index < to; index += 1) {
    const place = places[index] ?? 0
    let at = index
    for (; at > from && compareKeys(places[at - 1] ?? 0, place) > 0; at -= 1) places[at] = places[at - 1] ?? 0
    places[at] = place
  }
}

/** Sorts by comparisons alone. */
async function sortedByRuns<Element extends Named>(
  elements: readonly Element[],
  compare: Compare,
  yielder: Yielder,
): Promise<Element[]> {
  let runs: Element[][] = []
  for (let at = 0; at < elements.length; at += runLength) {
    runs.push(elements.slice(at, at + runLength).toSorted(compare))
    const pause = yielder.step(runLength)
    if (pause) await pause
  }
  while (runs.length > 1) {
    const merged: typeof runs = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, yielder))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Element extends Named>(
  one: Element[],
  other: Element[],
  compare: Compare,
  yielder: Yielder,
): Promise<Element[]> {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const merged: Element[] = []
  let left = 0
  let right = 0
  while (left < one.length && right < other.length) {
    const [a, b] = [one[left] as Element, other[right] as Element]
    if (compare(a, b) <= 0) {
      merged.push(a)
      left += 1
    } else {
      merged.push(b)
      right += 1
    }
    const pause = yielder.step()
    if (pause) await pause
  }
  return merged.concat(one.slice(left), other.slice(right))
}
