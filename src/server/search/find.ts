import type { Breather } from '../elements/breather.ts'
import { rankWord, unfound, type SearchedChest } from '../explorer/queries.ts'
import { createBest, type Best, type Found } from './best.ts'
import { ranksOfPaths, type PathRanks } from './path-ranks.ts'

type Search = {
  readonly words: readonly string[]
  readonly most: number
  readonly breather: Breather
  /** Whether nobody waits for the answer any more. */
  readonly isOver: () => boolean
}

/** The sum of an element's ranks once a word is not in it; no sum of a search's words comes near. */
const none = 0xffff

/** The folders and items of some chests in which every word stands, the best first; it lets others run in between. */
export async function findElements(
  chests: readonly SearchedChest[],
  { words, most, breather, isOver }: Search,
): Promise<readonly Found[]> {
  const best = createBest(most)
  for (const chest of chests) {
    const sums = await sumsOfRanks(chest, { words, breather, isOver })
    if (isOver()) break
    if (sums) offerAll(best, chest, sums)
  }
  return best.all()
}

/** For each element of a chest, block after block, the sum of the words' ranks; null when one word is in none of them. */
async function sumsOfRanks(
  chest: SearchedChest,
  { words, breather, isOver }: Omit<Search, 'most'>,
): Promise<Uint16Array | null> {
  const total = chest.blocks.reduce((sum, { elements }) => sum + elements.length, 0)
  const sums = new Uint16Array(total)
  const found = new Uint8Array(total)
  const named = new Uint8Array(chest.blocks.reduce((sum, { folders }) => sum + folders, 0))
  for (const word of words) {
    found.fill(unfound)
    named.fill(unfound)
    let [at, folderAt] = [0, 0]
    for (const block of chest.blocks) {
      const { length } = block.elements
      rankWord(block, word, found.subarray(at, at + length), named.subarray(folderAt))
      at += length
      folderAt += block.folders
      const pause = breather.step(length)
      if (pause) await pause
      if (isOver()) return null
    }
    if (!addRanks(chest, sums, found, ranksOfPaths(chest, named))) return null
  }
  return sums
}

/** Adds a word's ranks, in the element or in its path; false when no element has any. */
function addRanks(
  { blocks }: SearchedChest,
  sums: Uint16Array,
  found: Uint8Array,
  paths: PathRanks | null,
): boolean {
  let isAnywhere = false
  let at = 0
  for (const { containers } of blocks) {
    let [folder, path] = [0, unfound]
    for (let index = 0; index < containers.length; index += 1, at += 1) {
      const sum = sums[at] ?? none
      if (sum === none) continue
      let rank = found[at] ?? unfound
      if (paths) {
        const container = containers[index] ?? 0
        // Those of one folder follow each other.
        if (container !== folder) [folder, path] = [container, paths(container || null)]
        if (path < rank) rank = path
      }
      if (rank === unfound) sums[at] = none
      else {
        sums[at] = sum + rank
        isAnywhere = true
      }
    }
  }
  return isAnywhere
}

/** Offers what has every word, and is in the chest still. */
function offerAll(best: Best, chest: SearchedChest, sums: Uint16Array): void {
  let at = 0
  for (const { elements, nameLengths } of chest.blocks) {
    for (let index = 0; index < elements.length; index += 1, at += 1) {
      const rank = sums[at] ?? none
      if (rank === none || !best.takes(rank, nameLengths[index] ?? 0)) continue
      const element = elements[index]
      if (element && !chest.gone.has(element)) best.offer(rank, element, chest)
    }
  }
}
