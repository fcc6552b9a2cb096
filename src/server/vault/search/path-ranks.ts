import { searchedFields, wordRank } from '#domain/vault/search.ts'
import type { SearchedChest } from '#server/vault/explorer/search-text.ts'
import { rankWord, noRank } from '#server/vault/explorer/search-block.ts'

/**
 * Ranks a word in the names of a folder and its ancestors; `noRank` for the root and if none contains it.
 */
export type PathRanks = (folderId: number | null) => number

const path = searchedFields.indexOf('path')
const began = wordRank(path, 'wordStart')
const inside = wordRank(path, 'inside')
const inName = wordRank(searchedFields.indexOf('name'), 'inside')

/**
 * Returns the ranks of a word in the paths of folders, computed upwards without building the paths.
 * @returns null if no folder's name contains the word
 */
export function ranksOfPaths({ folders, folderBlocks, gone }: SearchedChest, word: string): PathRanks | null {
  const ranks = new Map<number, number>()
  for (const block of folderBlocks) {
    const named = new Uint8Array(block.folders).fill(noRank)
    rankWord(block, word, new Uint8Array(block.elements.length), named)
    for (const [at, rank] of named.entries()) {
      const element = block.elements[at]
      if (rank !== noRank && element && !gone.has(element))
        ranks.set(element.id, rank < inName ? began : inside)
    }
  }
  if (ranks.size === 0) return null
  const known = new Map<number, number>()
  const rankOf: PathRanks = (folderId) => {
    if (folderId === null) return noRank
    const before = known.get(folderId)
    if (before !== undefined) return before
    // Set before the recursion, in case a folder ever contains itself.
    known.set(folderId, noRank)
    const rank = Math.min(ranks.get(folderId) ?? noRank, rankOf(folders.get(folderId)?.parentId ?? null))
    known.set(folderId, rank)
    return rank
  }
  return rankOf
}
