import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { placeOf, searchedFields, wordRank } from '#domain/vault/search.ts'

type Chest = { readonly id: number; readonly name: string; readonly description: string }

const name = searchedFields.indexOf('name')
const description = searchedFields.indexOf('description')

/** Returns the chests whose name or description contains every word, ranked like elements. */
export function findChests<C extends Chest>(
  chests: readonly C[],
  words: readonly string[],
  most: number,
): C[] {
  const { compare } = frenchCollator()
  return chests
    .flatMap((chest) => {
      const rank = rankOf(chest, words)
      return rank === null ? [] : [{ chest, rank }]
    })
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        a.chest.name.length - b.chest.name.length ||
        compare(a.chest.name, b.chest.name) ||
        a.chest.id - b.chest.id,
    )
    .slice(0, most)
    .map(({ chest }) => chest)
}

function rankOf(chest: Chest, words: readonly string[]): number | null {
  const [folded, note] = [fold(chest.name), fold(chest.description)]
  let sum = 0
  for (const word of words) {
    const inName = placeOf(folded, word)
    const inNote = inName === 'start' ? null : placeOf(note, word)
    if (inName === null && inNote === null) return null
    sum += Math.min(
      inName === null ? Infinity : wordRank(name, inName),
      inNote === null ? Infinity : wordRank(description, inNote),
    )
  }
  return sum
}
