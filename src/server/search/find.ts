import { searchedFields, wordRank } from '#domain/search.ts'
import type { Breather } from '../elements/breather.ts'
import {
  isFolder,
  rankIn,
  rankLater,
  rankNames,
  unfound,
  type IndexedElement,
  type SearchBlock,
  type SearchedChest,
} from '../explorer/queries.ts'
import { createBest, type Best, type Found } from './best.ts'
import { ranksOfPaths, type PathRanks } from './path-ranks.ts'

type Search = {
  readonly words: readonly string[]
  readonly most: number
  readonly breather: Breather
  /** Whether nobody waits for the answer any more. */
  readonly isOver: () => boolean
}

/** What begins a name, or a word in it, is better than all else. */
const bestOutsideNames = wordRank(searchedFields.indexOf('login'), 'wordStart')

/** The folders and items of some chests in which every word stands, the best first; it lets others run in between. */
export async function findElements(
  chests: readonly SearchedChest[],
  { words, most, breather, isOver }: Search,
): Promise<readonly Found[]> {
  const best = createBest(most)
  const [word = '', ...others] = rarestFirst(words, chests)
  const inEachBlock = async (look: (chest: SearchedChest, block: SearchBlock, found: Uint8Array) => void) => {
    const scratch = new Uint8Array(Math.max(0, ...chests.flatMap(lengthsOf)))
    for (const chest of chests) {
      for (const block of chest.blocks) {
        look(chest, block, scratch.subarray(0, block.elements.length).fill(unfound))
        const pause = breather.step(block.elements.length)
        if (pause) await pause
        if (isOver()) return
      }
    }
  }

  if (others.length === 0) {
    await inEachBlock((chest, block, found) => {
      rankNames(block, word, found)
      offerAll(best, chest, block, (index) => within(found[index] ?? unfound, 0, bestOutsideNames))
    })
    // So many names begin with it that nothing else can come in.
    if (isOver() || best.bound() < bestOutsideNames) return best.all()
  }

  let paths: { chest: SearchedChest | null; ranks: (PathRanks | undefined)[] } = { chest: null, ranks: [] }
  await inEachBlock((chest, block, found) => {
    if (paths.chest !== chest)
      paths = { chest, ranks: [word, ...others].map((one) => ranksOfPaths(chest, one)) }
    rankNames(block, word, found)
    rankLater(block, word, found)
    const [path, ...otherPaths] = paths.ranks
    offerAll(best, chest, block, (index, element) => {
      const rank = withPath(found[index] ?? unfound, path, element)
      if (others.length === 0) return within(rank, bestOutsideNames, unfound)
      let sum = orNone(rank)
      for (let at = 0; at < others.length && sum < none; at += 1)
        sum += orNone(withPath(rankIn(block, index, others[at] ?? ''), otherPaths[at], element))
      return sum
    })
  })
  return best.all()
}

const lengthsOf = ({ blocks }: SearchedChest): number[] => blocks.map(({ elements }) => elements.length)

/** The rank if it is of these, else none: what an earlier look offered is not offered twice. */
const within = (rank: number, from: number, before: number): number =>
  rank >= from && rank < before ? rank : none

/** The rank of what is not found, once ranks are added up. */
const none = Infinity
const orNone = (rank: number): number => (rank === unfound ? none : rank)

function withPath(rank: number, path: PathRanks | undefined, element: IndexedElement): number {
  if (!path) return rank
  return Math.min(rank, path(isFolder(element) ? element.parentId : element.folderId))
}

/** Offers the elements of a block that have a rank, and are in the chest still. */
function offerAll(
  best: Best,
  chest: SearchedChest,
  { elements }: SearchBlock,
  rankOf: (index: number, element: IndexedElement) => number,
): void {
  for (const [index, element] of elements.entries()) {
    const rank = rankOf(index, element)
    if (rank !== none && rank <= best.bound() && !chest.gone.has(element))
      best.offer({ rank, element, chest })
  }
}

/** Hits beyond which a word counts as common. */
const enoughHits = 200

/** The words, the one that seems to stand in the fewest elements first: only where it stands the others are looked for. */
function rarestFirst(words: readonly string[], chests: readonly SearchedChest[]): string[] {
  if (words.length < 2) return [...words]
  const sample = chests
    .flatMap(({ blocks }) => blocks)
    .toSorted((a, b) => b.elements.length - a.elements.length)[0]
  const hits = new Map(words.map((word) => [word, sample ? hitsIn(sample, word) : 0]))
  return words.toSorted((a, b) => (hits.get(a) ?? 0) - (hits.get(b) ?? 0) || b.length - a.length)
}

function hitsIn({ names, later }: SearchBlock, word: string): number {
  let hits = 0
  for (const text of [names, later])
    for (let at = text.indexOf(word); at >= 0 && hits < enoughHits; at = text.indexOf(word, at + 1)) hits += 1
  return hits
}
