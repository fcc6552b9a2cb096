import { ownWordsOf } from '#domain/platform/own-words.ts'
import { withoutSigns } from '#domain/platform/separators.ts'
import {
  costsOf,
  hashBase,
  minChainedCost,
  minPartCost,
  type CostOfWord,
  type GuessTable,
} from './guess-table.ts'
import { plainOf, readingsOf } from './plain-form.ts'

/**
 * Whether a password certainly takes at least so many guesses (a decimal logarithm); false if unknown.
 * @param words the words that count as guessable
 */
export type UnguessableCheck = (password: string, guessesLog10: number, words: readonly string[]) => boolean

/** So many characters adjacent on a keyboard, or with a constant step, count as a part. */
const shortestRun = 3
/** The greatest step in what zxcvbn treats as a sequence. */
const mostStep = 5
const longestWord = 22
const longestPassword = 64
const plainAscii = /^[\x20-\x7e]+$/
/** Long repetitions and dates: rare in random passwords, left to zxcvbn. */
const leftToJudge = /(.)\1\1\1|(...+)\2|(..)\3\3|[0-9]{1,4}[ /\\_.-][0-9]{1,2}[ /\\_.-][0-9]{1,4}/
/** Two characters, repeated. */
const twice = /(?=((..)\2))/g
/** So many digits may be a year or a date. */
const shortestDate = 4

/**
 * Creates the fast check. zxcvbn takes some three milliseconds for twenty random characters, fifty at most, too
 * long for each save. It looks for the parts of a password that are cheap to guess. If even the cheapest combination of
 * words, runs and random characters costs enough, its answer is known. Words are stored as hashes: a false
 * match costs a zxcvbn run, never a wrong answer.
 */
export function createUnguessableCheck(table: GuessTable): UnguessableCheck {
  const costs = costsOf(table)
  const neighbours = new Set(table.neighbours)
  const isCertain: UnguessableCheck = (password, guessesLog10, forbidden) => {
    if (password.length > longestPassword || !plainAscii.test(password) || leftToJudge.test(password))
      return false
    const readings = readingsOf(password)
    if (readings === null) return false
    const parts = ownWordsOf(forbidden)
      .map(plainOf)
      .flatMap((part) => [part, reversed(part)])
    return readings.every((reading) => {
      const text = plainOf(reading)
      const repeated = piecesOf(
        text,
        Array.from(text.matchAll(twice), ([, piece = '']) => piece),
      )
      const named = new Set([...rowsOf(text, piecesOf(text, parts)), ...repeated])
      const found = { runs: runsOf(reading, neighbours), named }
      return leastGuesses(text, costs, found) >= guessesLog10
    })
  }
  return (password, guessesLog10, forbidden) => {
    if (!isCertain(password, guessesLog10, forbidden)) return false
    const joined = withoutSigns(password)
    return joined === null || isCertain(joined.text, guessesLog10 - joined.signsLog10, forbidden)
  }
}

/** From five parts on, the number of parts alone gives more than 10,000^4 guesses. */
const mostParts = 4
const beyondMostPartsLog10 = 16
/** The number of orders of so many parts, as a decimal logarithm. */
const ordersLog10 = [0, 0, Math.log10(2), Math.log10(6), Math.log10(24)] as const
const eachPartLog10 = 4

/**
 * Returns the cheapest combination for a password, as a decimal logarithm. As in zxcvbn, k parts take k!
 * times the product of their costs, plus 10,000^(k-1).
 */
function leastGuesses(text: string, costs: CostOfWord, { runs, named }: Found): number {
  const size = text.length + 1
  // For each number of parts, the least cost of the characters up to each place.
  const cheapest = new Float64Array((mostParts + 1) * size).fill(Infinity)
  cheapest[0] = 0
  const take = (start: number, end: number, cost: number): void => {
    for (let parts = 1; parts <= mostParts; parts += 1) {
      const before = cheapest[(parts - 1) * size + start] ?? Infinity
      const at = parts * size + end
      if (before + cost < (cheapest[at] ?? Infinity)) cheapest[at] = before + cost
    }
  }
  // The starts of chains of words of the short lists, by their end.
  const chains: (ReadonlySet<number> | undefined)[] = []
  for (let end = 1; end <= text.length; end += 1) {
    const run = runs[end - 1] ?? 0
    // The hashes of the piece read forwards and backwards, extended to the left by one character at each
    // step.
    let forth = 0
    let back = 0
    let power = 1
    for (let start = end - 1; start >= 0; start -= 1) {
      const length = end - start
      const code = text.charCodeAt(start)
      forth = (code + Math.imul(forth, hashBase)) | 0
      back = (back + Math.imul(code, power)) | 0
      power = Math.imul(power, hashBase)
      // A random character takes ten guesses; any two may be a sequence.
      let cost = length
      if (length === 2 || (length >= shortestRun && length <= run)) cost = minPartCost
      if (named.size > 0 && named.has(start * size + end)) cost = minPartCost
      if (length > 1 && length <= longestWord) {
        const word = Math.min(costs(forth, length), costs(back, length))
        if (word === minChainedCost) {
          // One character may separate two of them. A chain is one part, the cheapest unless it is the whole
          // password.
          const begins = [...(chains[start] ?? []), ...(chains[start - 1] ?? [])]
          for (const begin of begins) take(begin, end, begin === 0 && end === text.length ? 0 : minPartCost)
          chains[end] = new Set([...(chains[end] ?? []), ...begins, start])
        }
        cost = Math.min(cost, word)
      }
      take(start, end, cost)
    }
  }
  let least = beyondMostPartsLog10
  for (let parts = 1; parts <= mostParts; parts += 1) {
    const product = (cheapest[parts * size + text.length] ?? Infinity) + (ordersLog10[parts] ?? 0)
    least = Math.min(least, Math.max(product, eachPartLog10 * (parts - 1)))
  }
  return least
}

/**
 * Parts besides the words of the dictionaries: `runs` gives the length of the run up to each place. `named`
 * holds the pieces that are a forbidden word or a repetition, each as start × (length of the text + 1) + end.
 */
type Found = { readonly runs: readonly number[]; readonly named: ReadonlySet<number> }

function piecesOf(text: string, words: readonly string[]): ReadonlySet<number> {
  const pieces = new Set<number>()
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      pieces.add(at * (text.length + 1) + at + word.length)
    }
  }
  return pieces
}

/** Returns the pieces, and each row of adjacent ones as a piece: the judge takes own words in a row as one part. */
function rowsOf(text: string, pieces: ReadonlySet<number>): ReadonlySet<number> {
  const size = text.length + 1
  const starts = Array.from({ length: size }, () => new Set<number>())
  for (const piece of [...pieces].toSorted((one, other) => (one % size) - (other % size))) {
    const start = Math.floor(piece / size)
    const before = starts[start] ?? []
    for (const begin of [start, ...before]) starts[piece % size]?.add(begin)
  }
  return new Set(starts.flatMap((begins, end) => Array.from(begins, (begin) => begin * size + end)))
}

const reversed = (text: string): string => Array.from(text).toReversed().join('')

/**
 * Returns the longest run up to each place: neighbours, a constant step, digits, or one repeated character.
 */
function runsOf(text: string, neighbours: ReadonlySet<string>): number[] {
  const lower = text.toLowerCase()
  let [near, steps, digits, same] = [1, 2, 0, 1]
  return Array.from(text, (character, at) => {
    const code = text.charCodeAt(at)
    const step = code - text.charCodeAt(at - 1)
    const isSteady = step === text.charCodeAt(at - 1) - text.charCodeAt(at - 2)
    near = neighbours.has(lower.slice(at - 1, at + 1)) ? near + 1 : 1
    steps = isSteady && Math.abs(step) <= mostStep ? steps + 1 : 2
    digits = character >= '0' && character <= '9' ? digits + 1 : 0
    same = step === 0 ? same + 1 : 1
    return Math.max(near, steps, same, digits < shortestDate ? 0 : digits)
  })
}
