import { fold } from '#domain/platform/folding.ts'
import { searchLimits } from '#domain/platform/limits.ts'

/** What is searched for in a text, without the blanks around it; null when that has too few characters. */
export function termOf(text: string): string | null {
  const term = text.trim().normalize('NFC')
  // Marks that no screen shows make no word longer.
  const shown = term.replace(/\p{Cf}/gu, '')
  return Array.from(shown).length < searchLimits.minimum ? null : term
}

/** What somebody searches for, as words that are all to be found: folded, each once, in the order they stand in. */
export const wordsOf = (search: string): string[] => [...new Set(fold(search).split(/\s+/u).filter(Boolean))]

/** The fields in which a word may stand, the most telling first. */
export const searchedFields = ['name', 'login', 'address', 'description', 'path'] as const

/** Where in a text a word stands; it is never looked for beyond its best place. */
export type WordPlace = 'start' | 'wordStart' | 'inside'

/**
 * How well a word is found, the lower the better: the name begins with it; a word begins with it; it stands inside
 * one. Within the latter two, the earlier field is the better.
 */
export const wordRank = (field: number, place: WordPlace): number =>
  place === 'start' && field === 0 ? 0 : (place === 'inside' ? 1 + searchedFields.length : 1) + field

const letterOrDigit = /[\p{L}\p{N}]/u

/** Whether a code unit of a folded text belongs to a word. */
const isOfWord = (unit: number): boolean =>
  unit < 0x80
    ? (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
    : letterOrDigit.test(String.fromCharCode(unit))

/** Whether a word may begin at a place of a folded text: at its start, or after what belongs to none. */
export const beginsAt = (folded: string, at: number): boolean =>
  at === 0 || !isOfWord(folded.charCodeAt(at - 1))

/** The best place of a word in a folded text, null when it is not in it. */
export function placeOf(folded: string, word: string): WordPlace | null {
  const first = folded.indexOf(word)
  if (first < 0) return null
  if (first === 0) return 'start'
  for (let at = first; at >= 0; at = folded.indexOf(word, at + 1))
    if (beginsAt(folded, at)) return 'wordStart'
  return 'inside'
}

/** A path of which the first two names and the last stay; null stands for what was left out between them. */
export function shortPath(names: readonly string[]): (string | null)[] {
  const [first, second] = names
  const last = names.at(-1)
  if (names.length <= 3 || first === undefined || second === undefined || last === undefined)
    return [...names]
  return [first, second, null, last]
}

/** A part of a text: whether one of the words searched for stands in it. */
export type TextPart = { readonly text: string; readonly isFound: boolean }

/** A text in parts, so that what was searched for can be shown in it. Letters fold one by one here, as they are shown. */
export function foundParts(text: string, words: readonly string[]): TextPart[] {
  const letters = Array.from(text)
  // Which letter each unit of the folded text comes from.
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
    // A mark that folds to nothing belongs to the letter before it.
    const found =
      fold(letter) === '' && index > 0 ? (parts.at(-1)?.isFound ?? false) : (isFound[index] ?? false)
    const last = parts.at(-1)
    if (last?.isFound === found) last.text += letter
    else parts.push({ text: letter, isFound: found })
  }
  return parts
}
