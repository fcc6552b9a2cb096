import { frenchCollator } from '#domain/platform/folding.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import type { Element } from './element.ts'

/** A found element; `path` has the names of the folders that lead to it. */
export type Match = {
  readonly chestId: number
  readonly element: Element
  readonly path: readonly string[]
}

/** The rank sum of an element that lacks a word; greater than any sum of ranks. */
export const noRankSum = 0xffff

/** An element that may be among the best: its position in its packed chest, or itself. */
type Candidate = {
  readonly rank: number
  readonly name: string
  readonly id: number
  readonly chestId: number
  readonly from: number | Element
}
export type Settled = Pick<Match, 'element' | 'path'>

export type Bests = Readonly<Record<ElementTable, ReturnType<typeof createBest>>>

/** Collects the best elements: by rank, then the shorter name, then French order. */
export function createBest(most: number) {
  const { compare } = frenchCollator()
  const order = (one: Candidate, other: Candidate): number =>
    one.rank - other.rank ||
    one.name.length - other.name.length ||
    compare(one.name, other.name) ||
    one.id - other.id
  const kept: { readonly candidate: Candidate; settled: Settled | null }[] = []
  const worst = (): Candidate | undefined => (kept.length < most ? undefined : kept.at(-1)?.candidate)
  return {
    /** Returns the greatest rank with which an element whose name has this length may enter. */
    mostRank(nameLength: number): number {
      const last = worst()
      if (!last) return noRankSum
      return nameLength <= last.name.length ? last.rank : last.rank - 1
    },
    /** @returns whether the element entered */
    offer(candidate: Candidate): boolean {
      const last = worst()
      if (last && order(candidate, last) >= 0) return false
      let [low, high] = [0, kept.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        const there = kept[middle]
        if (there && order(there.candidate, candidate) < 0) low = middle + 1
        else high = middle
      }
      if (last) kept.pop()
      kept.splice(low, 0, { candidate, settled: null })
      return true
    },
    /** Completes the elements that entered since the last call; nothing else of their chest is stored. */
    settle(settledOf: (from: number | Element) => Settled): void {
      for (const one of kept) one.settled ??= settledOf(one.candidate.from)
    },
    all: (): Match[] =>
      kept.flatMap(({ candidate: { chestId }, settled }) => (settled ? [{ chestId, ...settled }] : [])),
  }
}

/**
 * Collects the positions of one chest's best elements. They are chosen by numbers alone, since a chest's names
 * are in French order already: no name is decoded but theirs.
 */
export function createChosen(most: number) {
  const kept: { key: number; rank: number; position: number }[] = []
  let worst = Infinity
  return {
    add(rank: number, length: number, order: number, position: number): void {
      // At most 53 bits: 11 for the rank sum, 16 for the length, 26 for the order.
      const key = (rank * 0x1_0000 + length) * 0x400_0000 + order
      if (key >= worst) return
      let [low, high] = [0, kept.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((kept[middle]?.key ?? 0) < key) low = middle + 1
        else high = middle
      }
      kept.splice(low, 0, { key, rank, position })
      if (kept.length > most) kept.pop()
      if (kept.length === most) worst = kept.at(-1)?.key ?? Infinity
    },
    all: () => kept,
  }
}
