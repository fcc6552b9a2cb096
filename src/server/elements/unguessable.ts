import type { GuessDictionaries } from '#domain/guess-dictionaries.ts'

/**
 * Tells at once that a password takes at least so many guesses (a decimal logarithm), or that one cannot tell.
 * @param words what the password should not be made of
 */
export type Unguessable = (password: string, guessesLog10: number, words: readonly string[]) => boolean

/** The dictionaries as the quick judge looks them up: plain data, which passes from one thread to another. */
export type GuessTable = {
  /** The hash of each word's plain form, in an open table whose size is a power of two; 0 is a free place. */
  readonly hashes: Int32Array
  /** Beside each hash, what the word costs, in tenths of a decimal order. */
  readonly tenths: Uint8Array
  /** Pairs of characters that touch on a keyboard. */
  readonly neighbours: readonly string[]
}

/** What zxcvbn takes a part of a password for at least, whatever it found in it. */
const leastOfPart = Math.log10(50)
/** No word costs more than this here: some lists are rated as a whole, not by the rank of the word. */
const mostOfWord = 3.5
/** So many characters that follow each other on a keyboard, or by a constant step, count as a part. */
const shortestRun = 3
const longestWord = 22
const longestPassword = 64
const plainAscii = /^[\x20-\x7e]+$/
/** Repetitions, long numbers and dates: rare at random, left to the judge. */
const leftToJudge = /(.)\1\1|(..+)\2|[0-9]{4}|[0-9]{1,4}([ /\\_.-])[0-9]{1,2}\3[0-9]{1,4}/i

/** Lists of words that follow each other (numbers, months): zxcvbn takes two of them for next to nothing. */
const longestChainedList = 100
/** Marks a word of such a list; less than any other costs. */
const leastOfChained = 1.5

/** Characters that are written for one another stand as one. */
const alike = [
  'a4@',
  'b8',
  'c([{<',
  'e3',
  'g69&',
  'h#',
  'il1!|',
  'o0',
  's5$',
  't7+',
  'v/>',
  'x%',
  'z2',
] as const
const plain = new Map(alike.flatMap((group) => Array.from(group, (one) => [one, group.charAt(0)] as const)))
const plainOf = (text: string): string =>
  Array.from(text.toLowerCase(), (character) => plain.get(character) ?? character).join('')

/**
 * Makes the quick judge. The real one (zxcvbn) takes about ten milliseconds for twenty random characters, far too
 * long for each save; it looks for the parts of a password that are cheap to guess. Where the cheapest way to put
 * a password together from words, short runs and single characters still costs enough, its answer
 * is known. Words are kept as hashes: a false match costs a closer look, never a wrong answer.
 */
export function createUnguessable(table: GuessTable): Unguessable {
  const costs = costsOf(table)
  const neighbours = new Set(table.neighbours)
  return (password, guessesLog10, forbidden) => {
    if (password.length > longestPassword || !plainAscii.test(password) || leftToJudge.test(password))
      return false
    const text = plainOf(password)
    if (partsOf(forbidden).some((part) => text.includes(part) || text.includes(reversed(part)))) return false
    return leastGuesses(text, costs, runsOf(password.toLowerCase(), neighbours)) >= guessesLog10
  }
}

/** The cheapest way to put a password together, as a decimal logarithm; 0 when chains of words may be cheaper. */
function leastGuesses(text: string, costs: CostOfWord, runs: readonly number[]): number {
  const cheapest = [0]
  let chainable = 0
  const at = (place: number): number => cheapest[place] ?? 0
  for (let end = 1; end <= text.length; end += 1) {
    let least = at(end - 1) + 1
    if (text[end - 1] === text[end - 2]) least = Math.min(least, at(end - 2) + leastOfPart)
    for (let length = shortestRun; length <= (runs[end - 1] ?? 0); length += 1) {
      least = Math.min(least, at(end - length) + leastOfPart)
    }
    // The hashes of the piece read forth and back, grown by one character to the left at each step.
    let forth = text.charCodeAt(end - 1)
    let back = forth
    let power = hashBase
    for (let start = end - 2; start >= 0 && start >= end - longestWord; start -= 1) {
      const code = text.charCodeAt(start)
      forth = (code + Math.imul(forth, hashBase)) | 0
      back = (back + Math.imul(code, power)) | 0
      power = Math.imul(power, hashBase)
      const cost = Math.min(costs(forth), costs(back))
      if (cost === leastOfChained) chainable += 1
      if (cost < Infinity) least = Math.min(least, at(start) + cost)
    }
    cheapest.push(least)
  }
  return chainable > 1 ? 0 : at(text.length)
}

const reversed = (text: string): string => Array.from(text).toReversed().join('')

const partsOf = (words: readonly string[]): string[] =>
  words
    .flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= 3)
    .map(plainOf)

/** The cost of the word with this hash; infinite when no word has it. */
type CostOfWord = (hash: number) => number

/** Where a hash stands in the open table, or the free place that it would take. */
function placeOf(hashes: Int32Array, hash: number): number {
  const mask = hashes.length - 1
  let place = (hash ^ (hash >>> 15)) & mask
  while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & mask
  return place
}

const costsOf =
  ({ hashes, tenths }: GuessTable): CostOfWord =>
  (hash) => {
    const place = placeOf(hashes, hash)
    return hashes[place] === 0 ? Infinity : (tenths[place] ?? 0) / 10
  }

/** Reduces the dictionaries to what the quick judge looks up, some three megabytes. */
export function guessTableOf({ words, keyboards }: GuessDictionaries): GuessTable {
  const lists = Object.values(words)
  const count = lists.reduce((sum, list) => sum + list.length, 0)
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 16))
  const hashes = new Int32Array(size)
  const tenths = new Uint8Array(size)
  for (const list of lists) {
    for (const [rank, word] of list.entries()) {
      const hash = hashOf(plainOf(word))
      const place = placeOf(hashes, hash)
      const rated = Math.min(mostOfWord, Math.max(leastOfPart, Math.log10(rank + 1)))
      const cost = list.length <= longestChainedList ? leastOfChained * 10 : Math.floor(rated * 10)
      tenths[place] = hashes[place] === 0 ? cost : Math.min(tenths[place] ?? cost, cost)
      hashes[place] = hash
    }
  }
  return { hashes, tenths, neighbours: [...neighboursOf(keyboards)] }
}

/** An odd number whose powers spread well; a hash is the sum of the characters times its powers, in 32 bits. */
const hashBase = 0x9e37_79b1 | 0

function hashOf(text: string): number {
  let hash = 0
  for (let at = text.length - 1; at >= 0; at -= 1)
    hash = (text.charCodeAt(at) + Math.imul(hash, hashBase)) | 0
  return hash
}

/** Pairs of characters that touch on some keyboard, or follow each other in the alphabet. */
function neighboursOf(keyboards: GuessDictionaries['keyboards']): ReadonlySet<string> {
  const pairs = new Set<string>()
  for (const keyboard of Object.values(keyboards)) {
    for (const [key, around] of Object.entries(keyboard)) {
      for (const other of around.flatMap((keys) => Array.from(keys ?? '')))
        pairs.add(`${key}${other}`.toLowerCase())
    }
  }
  return pairs
}

/** How many characters up to each place follow their neighbours, on a keyboard or by a constant step. */
function runsOf(text: string, neighbours: ReadonlySet<string>): number[] {
  const runs: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const near = neighbours.has(text.slice(at - 1, at + 1))
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
    const inSequence = Math.abs(step) <= 5 && step === text.charCodeAt(at - 1) - text.charCodeAt(at - 2)
    runs.push(
      near ? (runs[at - 1] ?? 1) + 1 : inSequence ? Math.max(shortestRun, (runs[at - 1] ?? 1) + 1) : 1,
    )
  }
  return runs
}
