import { searchedFields, wordRank } from '#domain/search.ts'
import { unfound, type SearchedChest } from '../explorer/queries.ts'

/** The rank of a word in the names of a folder and those above it; `unfound` for the root and where it is in none. */
export type PathRanks = (folderId: number | null) => number

const path = searchedFields.indexOf('path')
const began = wordRank(path, 'wordStart')
const inside = wordRank(path, 'inside')
const inName = wordRank(searchedFields.indexOf('name'), 'inside')

/**
 * Follows the folders upwards: the paths themselves are written nowhere.
 * @param named the rank of the word in the name of each folder, block after block
 * @returns null when it is in no folder's name
 */
export function ranksOfPaths({ index, blocks, gone }: SearchedChest, named: Uint8Array): PathRanks | null {
  const ranks = new Map<number, number>()
  let at = 0
  for (const { elements, folders } of blocks) {
    for (let folder = 0; folder < folders; folder += 1, at += 1) {
      const rank = named[at] ?? unfound
      const element = elements[folder]
      if (rank !== unfound && element && !gone.has(element))
        ranks.set(element.id, rank < inName ? began : inside)
    }
  }
  if (ranks.size === 0) return null
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
