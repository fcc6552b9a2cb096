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
  offer(rank: number, element: IndexedElement, chest: SearchedChest): void
  /** Whether one of this rank, with a name of at least this length, may come in still: most are told by that alone. */
  takes(rank: number, nameLength: number): boolean
  /** Best first. */
  all(): readonly Found[]
}

/** @param most how many are kept */
export function createBest(most: number): Best {
  const { compare } = frenchCollator()
  const kept: Found[] = []
  let [worstRank, worstLength] = [Infinity, Infinity]
  const order = (one: Found, other: Found): number =>
    one.rank - other.rank ||
    one.element.name.length - other.element.name.length ||
    compare(one.element.name, other.element.name) ||
    Number(isFolder(other.element)) - Number(isFolder(one.element)) ||
    one.element.id - other.element.id

  return {
    offer(rank, element, chest) {
      const last = kept.length < most ? undefined : kept[most - 1]
      const found = { rank, element, chest }
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
    all: () => kept,
  }
}
