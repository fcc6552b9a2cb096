import { frenchCollator } from '#domain/platform/folding.ts'
import type { IndexedFolder, IndexedItem } from '#server/vault/explorer/chest-index.ts'

/** A found element and its place; a lower rank is a better match. */
export type Match<Element, Place> = {
  readonly rank: number
  readonly element: Element
  readonly place: Place
}

/** Collects the best elements: by rank, then the shorter name, then French order. */
export type BestMatches<Element, Place> = {
  offer(rank: number, element: Element): void
  /**
   * Whether an element of this rank, with a name of at least this length, may still enter. It rules out most
   * elements cheaply.
   */
  takes(rank: number, nameLength: number): boolean
  /** Sets the place of the elements added since the last call; nothing else of their chest is stored. */
  settle(placeOf: (element: Element) => Place): void
  /** Returns the elements whose place is set, best first. */
  all(): Match<Element, Place>[]
}

type Kept<Element, Place> = { readonly rank: number; readonly element: Element; place: Place | null }

/** @param most how many are kept */
export function createBestMatches<Element extends IndexedFolder | IndexedItem, Place extends object>(
  most: number,
): BestMatches<Element, Place> {
  const { compare } = frenchCollator()
  const kept: Kept<Element, Place>[] = []
  let [worstRank, worstLength] = [Infinity, Infinity]
  const order = (one: Kept<Element, Place>, other: Kept<Element, Place>): number =>
    one.rank - other.rank ||
    one.element.name.length - other.element.name.length ||
    compare(one.element.name, other.element.name) ||
    one.element.id - other.element.id

  return {
    offer(rank, element) {
      const last = kept.length < most ? undefined : kept[most - 1]
      const found = { rank, element, place: null }
      if (last && order(found, last) >= 0) return
      let [low, high] = [0, kept.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const there = kept[middle]
        if (there && order(there, found) < 0) low = middle + 1
        else high = middle
      }
      if (last) kept.pop()
      kept.splice(low, 0, found)
      const worst = kept.length < most ? undefined : kept[most - 1]
      if (worst) [worstRank, worstLength] = [worst.rank, worst.element.name.length]
    },
    takes: (rank, nameLength) => rank < worstRank || (rank === worstRank && nameLength <= worstLength),
    settle(placeOf) {
      for (const one of kept) one.place ??= placeOf(one.element)
    },
    all() {
      // A chest that is read while it changes may yield an element twice.
      const known = new Set<number>()
      return kept.flatMap(({ rank, element, place }) => {
        if (place === null || known.has(element.id)) return []
        known.add(element.id)
        return [{ rank, element, place }]
      })
    },
  }
}
