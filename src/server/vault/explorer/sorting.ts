import { frenchCollator } from '#domain/platform/folding.ts'
import type { ExplorerSort } from '#domain/vault/explorer-sorts.ts'
import type { ChestIndex, Entries, Entry } from '#server/vault/chest-index/chest-index.ts'
import type { InTurn } from '#server/vault/chest-index/in-turn.ts'

export type Sorting = { readonly sort: ExplorerSort; readonly isDescending: boolean }

/** Sorts the content of a folder (null: the root). */
export type SortContent = (index: ChestIndex, folderId: number | null, by: Sorting) => Promise<Entries>

type Value = string | number
type Kept = { readonly key: string; readonly revision: number; readonly sorted: Promise<Entries> }

/** Elements that one stretch of work reads, sorts or merges: some milliseconds. */
const stretch = 1_000

/**
 * Creates the sorting of folders. The work is done in short stretches, so that a large folder delays no other request.
 * The last result of each index is kept with it, for the next page.
 */
export function createSorting(inTurn: InTurn): SortContent {
  // Weak: an index that was evicted, as when its chest is locked, takes what it contained with it.
  const kept = new WeakMap<ChestIndex, Kept>()
  return (index, folderId, by) => {
    const { revision } = index
    const key = `${folderId} ${by.sort} ${by.isDescending}`
    const former = kept.get(index)
    if (former?.key === key && former.revision === revision) return former.sorted
    const sorted = sortContent(index, folderId, by, inTurn)
    kept.set(index, { key, revision, sorted })
    sorted.catch(() => kept.delete(index))
    return sorted
  }
}

async function sortContent(
  index: ChestIndex,
  folderId: number | null,
  { sort, isDescending }: Sorting,
  inTurn: InTurn,
): Promise<Entries> {
  const { folders, items } = index.entriesIn(folderId)
  if (sort === 'name')
    return isDescending ? { folders: folders.toReversed(), items: items.toReversed() } : { folders, items }
  const sorted = (entries: readonly Entry[]) =>
    sortEntries(entries, (entry) => shownOf(index.valueOf(entry, sort)), isDescending, inTurn)
  // Of the columns, folders have a name and a creator.
  return { folders: sort === 'creator' ? await sorted(folders) : folders, items: await sorted(items) }
}

/** Returns an address without its scheme, as its cell shows it; other values as they are. */
const shownOf = (value: Value): Value =>
  typeof value === 'string' ? value.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?/i, '') : value

/** Sorts entries by a value. Empty ones come last; those of equal values keep their order. */
async function sortEntries(
  entries: readonly Entry[],
  valueOf: (entry: Entry) => Value,
  isDescending: boolean,
  inTurn: InTurn,
): Promise<Entry[]> {
  const numbers = new Map<Value, number>()
  const numberOf = new Uint32Array(entries.length)
  await inStretches(entries.length, inTurn, (place) => {
    const value = valueOf(entries[place] as Entry)
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    numberOf[place] = number
  })
  const values = await sortValues(
    [...numbers.keys()].filter((value) => value !== ''),
    inTurn,
  )
  const ranks = new Uint32Array(numbers.size).fill(values.length)
  for (const [rank, value] of values.entries())
    ranks[numbers.get(value) ?? 0] = isDescending ? values.length - 1 - rank : rank
  return inTurn(() =>
    Array.from(
      // A rank and a place in one number, which the typed array sorts by itself.
      Float64Array.from(
        numberOf,
        (number, place) => (ranks[number] ?? 0) * entries.length + place,
      ).toSorted(),
      (key) => entries[key % entries.length] as Entry,
    ),
  )
}

const collator = frenchCollator()
const compare = (one: Value, other: Value): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other))

/** Sorts distinct values: runs of a stretch, which are then merged. */
async function sortValues(values: readonly Value[], inTurn: InTurn): Promise<readonly Value[]> {
  let runs: (readonly Value[])[] = []
  for (let from = 0; from < values.length; from += stretch)
    runs.push(await inTurn(() => values.slice(from, from + stretch).toSorted(compare)))
  while (runs.length > 1) {
    const merged: (readonly Value[])[] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = runs.slice(at, at + 2)
      merged.push(other === undefined ? one : await mergeRuns(one, other, inTurn))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function mergeRuns(one: readonly Value[], other: readonly Value[], inTurn: InTurn): Promise<Value[]> {
  const merged: Value[] = []
  let [at, otherAt] = [0, 0]
  await inStretches(one.length + other.length, inTurn, () => {
    const [first, second] = [one[at], other[otherAt]]
    const isFirst = second === undefined || (first !== undefined && compare(first, second) <= 0)
    merged.push((isFirst ? first : second) as Value)
    if (isFirst) at += 1
    else otherAt += 1
  })
  return merged
}

/** Does something so many times, in stretches. */
async function inStretches(count: number, inTurn: InTurn, act: (place: number) => void): Promise<void> {
  for (let from = 0; from < count; from += stretch)
    await inTurn(() => {
      for (let place = from; place < Math.min(count, from + stretch); place += 1) act(place)
    })
}
