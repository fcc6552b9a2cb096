import { withoutAccents } from './accents.ts'

/** So many characters of a password are rated. */
export const ratedCharacters = 64
export const shortestOwnWord = 3
/** Each word is looked for in each password: a chest may have hundreds of banks. */
const mostWords = 200
/** Digits and signs that stand for a letter, one for one. */
const letters: Partial<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

/**
 * Returns the words that whoever guesses tries first, without accents and in lower case: each text whole and word by word
 * (`GLPI production` gives `production` too), and last the texts without their signs. The first 200 count.
 */
export function ownWordsOf(texts: readonly string[]): string[] {
  const words = new Set<string>()
  const joined = new Set<string>()
  for (const text of texts) {
    if (words.size >= mostWords) break
    const plain = withoutAccents(text).toLowerCase()
    const parts = plain.split(/[^\p{L}\p{N}]+/u)
    for (const word of [plain.trim(), ...parts]) if (isRated(word)) words.add(word)
    if (isRated(parts.join(''))) joined.add(parts.join(''))
  }
  return [...new Set([...words, ...joined])].slice(0, mostWords)
}

const isRated = ({ length }: string): boolean => length >= shortestOwnWord && length <= ratedCharacters

/**
 * Returns the pieces of a text, in lower case, that are two or more own words in a row: for each place, the longest that
 * begins there. To whoever guesses they are one part, in one of a few orders.
 * @param words in lower case
 */
export function runsOfOwnWords(text: string, words: readonly string[]): string[] {
  const lower = text.slice(0, ratedCharacters).toLowerCase()
  const plain = lettersOf(lower)
  const spelt = words.map(lettersOf)
  /** The end of the longest row of words from each place, and the end of the longest single word. */
  const ends: number[] = []
  const runs = new Set<string>()
  for (let start = plain.length - 1; start >= 0; start -= 1) {
    const found = spelt.filter((word) => plain.startsWith(word, start)).map((word) => start + word.length)
    ends[start] = Math.max(start, ...found.map((end) => ends[end] ?? end))
    if (found.some((end) => (ends[end] ?? end) > end)) runs.add(lower.slice(start, ends[start]))
  }
  return [...runs]
}

const lettersOf = (text: string): string => Array.from(text, (one) => letters[one] ?? one).join('')
