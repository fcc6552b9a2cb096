import type { Yielder } from '#server/vault/contents/yielder.ts'
import type { SearchedChest } from '#server/vault/explorer/search-text.ts'
import { longestBlock, rankWord, noRank, type SearchBlock } from '#server/vault/explorer/search-block.ts'
import { isFolder, pathIn, type IndexedFolder, type IndexedItem } from '#server/vault/explorer/chest-index.ts'
import { createBestMatches, type Match } from './best-matches.ts'
import { ranksOfPaths, type PathRanks } from './path-ranks.ts'

type Search = {
  readonly words: readonly string[]
  /** The maximum number of folders and items together. */
  readonly most: number
  readonly yielder: Yielder
  /** Whether the search must end with what it has. */
  readonly isOver: () => boolean
}

/** The place of a found element: its chest, and the names of the folders that lead to it. */
export type Place<Chest> = { readonly chest: Chest; readonly path: readonly string[] }

export type FoundElements<Chest> = {
  readonly folders: readonly Match<IndexedFolder, Place<Chest>>[]
  readonly items: readonly Match<IndexedItem, Place<Chest>>[]
}

/** Searches chests one by one and collects the best elements that contain every word. */
export type Finder<Chest> = {
  /** @returns whether it searched the whole chest */
  searchChest(chest: Chest, searched: SearchedChest): Promise<boolean>
  found(): FoundElements<Chest>
}

/** The rank sum of an element that lacks a word; greater than any sum of ranks. */
const none = 0xffff

/** Returns a finder. After a chest it stores nothing of it but the elements found. */
export function createFinder<Chest>({ words, most, yielder, isOver }: Search): Finder<Chest> {
  const folders = createBestMatches<IndexedFolder, Place<Chest>>(most)
  const items = createBestMatches<IndexedItem, Place<Chest>>(most)
  const found = new Uint8Array(longestBlock)
  const sums = new Uint16Array(longestBlock)
  let settle = nothingToSettle

  /** Computes the rank sum of each element of a block; false if no element contains all words so far. */
  const sumRanks = async (block: SearchBlock, paths: readonly (PathRanks | null)[]): Promise<boolean> => {
    const { length } = block.elements
    sums.fill(0, 0, length)
    for (const [at, word] of words.entries()) {
      found.fill(noRank, 0, length)
      rankWord(block, word, found)
      const isAnywhere = addRanks(block, sums, found, paths[at] ?? null)
      const pause = yielder.step(length)
      if (pause) await pause
      if (!isAnywhere || isOver()) return false
    }
    return true
  }

  const offerAll = (
    { elements, folders: inFront, nameLengths }: SearchBlock,
    { gone }: SearchedChest,
  ): void => {
    for (let index = 0; index < elements.length; index += 1) {
      const rank = sums[index] ?? none
      const best = index < inFront ? folders : items
      if (rank === none || !best.takes(rank, nameLengths[index] ?? 0)) continue
      const element = elements[index]
      if (!element || gone.has(element)) continue
      if (isFolder(element)) folders.offer(rank, element)
      else items.offer(rank, element)
    }
  }

  return {
    async searchChest(chest, searched) {
      const pathOf = (id: number | null) => pathIn(searched.folders, id).map(({ name }) => name)
      settle = () => {
        folders.settle(({ parentId }) => ({ chest, path: pathOf(parentId) }))
        items.settle(({ folderId }) => ({ chest, path: pathOf(folderId) }))
      }
      const paths: (PathRanks | null)[] = []
      for (const word of words) {
        paths.push(ranksOfPaths(searched, word))
        const pause = yielder.step(searched.folders.size)
        if (pause) await pause
      }
      let isWhole = true
      for await (const block of searched.blocks) {
        if (await sumRanks(block, paths)) offerAll(block, searched)
        isWhole = !isOver()
        if (!isWhole) break
      }
      settle()
      settle = nothingToSettle
      return isWhole
    },
    found() {
      // Sets the places in the chest being searched if the time limit was reached in it.
      settle()
      const [allFolders, allItems] = [folders.all(), items.all()]
      // Each kind has half of the places; unused ones go to the other kind.
      const half = Math.ceil(most / 2)
      return {
        folders: allFolders.slice(0, Math.max(half, most - allItems.length)),
        items: allItems.slice(0, Math.max(most - half, most - allFolders.length)),
      }
    },
  }
}

const nothingToSettle = (): void => undefined

/** Adds a word's ranks, in the element or its path; false if no element contains all words so far. */
function addRanks(
  { containers, elements }: SearchBlock,
  sums: Uint16Array,
  found: Uint8Array,
  paths: PathRanks | null,
): boolean {
  let isAnywhere = false
  let [folder, path] = [0, noRank]
  for (let index = 0; index < elements.length; index += 1) {
    const sum = sums[index] ?? none
    if (sum === none) continue
    let rank = found[index] ?? noRank
    if (paths) {
      const container = containers[index] ?? 0
      // Elements of one folder mostly follow each other.
      if (container !== folder) [folder, path] = [container, paths(container || null)]
      if (path < rank) rank = path
    }
    if (rank === noRank) sums[index] = none
    else {
      sums[index] = sum + rank
      isAnywhere = true
    }
  }
  return isAnywhere
}
