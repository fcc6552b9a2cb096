import { fold } from '#domain/platform/folding.ts'
import { searchLimits } from '#domain/platform/limits.ts'
import { itemSearchedFields, type ItemSearchedField } from './item-fields.ts'

/** Returns the trimmed search term, or null when it has too few characters. */
export function termOf(text: string): string | null {
  const term = text.trim().normalize('NFC')
  // Invisible characters do not count.
  const shown = term.replace(/\p{Cf}/gu, '')
  return Array.from(shown).length < searchLimits.minimum ? null : term
}

/** Returns the words of a search, which must all be found: folded, unique, in order. */
export const wordsOf = (search: string): string[] => [...new Set(fold(search).split(/\s+/u).filter(Boolean))]

/** The searched fields, most relevant first. */
export const searchedFields: readonly (ItemSearchedField | 'fields' | 'path')[] = [
  ...itemSearchedFields,
  'fields',
  'path',
]

/** The place of a word in a text: at its start, at the start of a word, inside a word. */
export type WordPlace = 'start' | 'wordStart' | 'inside'

/**
 * Returns the rank of a match; lower is better. A name that begins with the word ranks first, then words that
 * begin with it, then words that contain it. Within the latter two, an earlier field ranks higher.
 */
export const wordRank = (field: number, place: WordPlace): number =>
  place === 'start' && field === 0 ? 0 : (place === 'inside' ? 1 + searchedFields.length : 1) + field

const letterOrDigit = /[\p{L}\p{N}]/u

/** Returns whether a code unit of a folded text belongs to a word. */
const isOfWord = (unit: number): boolean =>
  unit < 0x80
    ? (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
    : letterOrDigit.test(String.fromCharCode(unit))

/** Returns whether a word may begin at a position of a folded text: at its start or after a separator. */
export const beginsAt = (folded: string, at: number): boolean =>
  at === 0 || !isOfWord(folded.charCodeAt(at - 1))

/** Returns the best place of a word in a folded text, or null when it is not found. */
export function placeOf(folded: string, word: string): WordPlace | null {
  const first = folded.indexOf(word)
  if (first < 0) return null
  if (first === 0) return 'start'
  for (let at = first; at >= 0; at = folded.indexOf(word, at + 1))
    if (beginsAt(folded, at)) return 'wordStart'
  return 'inside'
}

/** Returns a path with its first two names and the last; null stands for the omitted names. */
export function shortPath(names: readonly string[]): (string | null)[] {
  const [first, second] = names
  const last = names.at(-1)
  if (names.length <= 3 || first === undefined || second === undefined || last === undefined)
    return [...names]
  return [first, second, null, last]
}

/** A part of a text, and whether it matches a searched word. */
export type TextPart = { readonly text: string; readonly isFound: boolean }

/** Returns a text in parts, with the matches marked. Characters are folded one by one, as they are shown. */
export function foundParts(text: string, words: readonly string[]): TextPart[] {
  const letters = Array.from(text)
  // For each unit of the folded text, the index of its character in the text.
  const origins: number[] = []
  let folded = ''
  for (const [index, letter] of letters.entries()) {
    const piece = fold(letter)
    folded += piece
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(index)
  }
  const isFound = Array.from(letters, () => false)
  for (const word of words) {
    if (word === '') continue
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const [from = 0, to = 0] = [origins[at], origins[at + word.length - 1]]
      isFound.fill(true, from, to + 1)
    }
  }
  const parts: { text: string; isFound: boolean }[] = []
  for (const [index, letter] of letters.entries()) {
    // A mark that folds to nothing belongs to the character before it.
    const found =
      fold(letter) === '' && index > 0 ? (parts.at(-1)?.isFound ?? false) : (isFound[index] ?? false)
    const last = parts.at(-1)
    if (last?.isFound === found) last.text += letter
    else parts.push({ text: letter, isFound: found })
  }
  return parts
}
