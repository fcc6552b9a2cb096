import { frenchCollator } from '#domain/folding.ts'
import { isFolder, type IndexedElement, type SearchedChest } from '../explorer/queries.ts'

/** An element that was found, and how well: the lower its rank the better. */
export type Found = {
  readonly rank: number
  readonly element: IndexedElement
  readonly chest: SearchedChest
}

/** Keeps the best of all that is found: by rank, then the shorter name, then French order. */
export type Best = {
  offer(found: Found): void
  /** The rank that one must have at most to come in still; Infinity while there is room. */
  bound(): number
  /** Best first. */
  all(): readonly Found[]
}

/** @param most how many are kept */
export function createBest(most: number): Best {
  const { compare } = frenchCollator()
  const kept: Found[] = []
  const order = (one: Found, other: Found): number =>
    one.rank - other.rank ||
    one.element.name.length - other.element.name.length ||
    compare(one.element.name, other.element.name) ||
    Number(isFolder(other.element)) - Number(isFolder(one.element)) ||
    one.element.id - other.element.id

  return {
    offer(found) {
      const last = kept.length < most ? undefined : kept[most - 1]
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
    },
    bound: () => (kept.length < most ? Infinity : (kept[most - 1]?.rank ?? Infinity)),
    all: () => kept,
  }
}
