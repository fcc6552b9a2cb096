import { searchedFields, wordRank } from '#domain/search.ts'
import { rankNames, unfound, type SearchedChest } from '../explorer/queries.ts'

/** The rank of a word in the names of a folder and those above it; `unfound` for the root and where it is in none. */
export type PathRanks = (folderId: number | null) => number

const path = searchedFields.indexOf('path')
const began = wordRank(path, 'wordStart')
const inside = wordRank(path, 'inside')
const inName = wordRank(searchedFields.indexOf('name'), 'inside')

/** Reads the folders' names alone: the paths themselves are written nowhere. */
export function ranksOfPaths({ index, blocks, gone }: SearchedChest, word: string): PathRanks | undefined {
  const ranks = new Map<number, number>()
  for (const block of blocks) {
    if (block.folders === 0) continue
    const found = new Uint8Array(block.folders).fill(unfound)
    rankNames(block, word, found, { folders: true })
    for (const [at, rank] of found.entries()) {
      const folder = block.elements[at]
      if (rank !== unfound && folder && !gone.has(folder))
        ranks.set(folder.id, rank < inName ? began : inside)
    }
  }
  if (ranks.size === 0) return undefined
  const known = new Map<number, number>()
  const rankOf: PathRanks = (folderId) => {
    if (folderId === null) return unfound
    const before = known.get(folderId)
    if (before !== undefined) return before
    // Said beforehand, should ever a folder stand in itself.
    known.set(folderId, unfound)
    const rank = Math.min(
      ranks.get(folderId) ?? unfound,
      rankOf(index.folders.get(folderId)?.parentId ?? null),
    )
    known.set(folderId, rank)
    return rank
  }
  return rankOf
}
