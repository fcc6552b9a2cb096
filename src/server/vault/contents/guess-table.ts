import type { GuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { plainOf } from './plain-form.ts'

/** The dictionaries as the quick judge looks them up: plain data, which passes from one thread to another. */
export type GuessTable = {
  /** The hash of each word's plain form, in an open table whose size is a power of two; 0 is a free place. */
  readonly hashes: Int32Array
  /** Beside each hash, what the word costs, in tenths of a decimal order. */
  readonly tenths: Uint8Array
  /** And how many characters it has: few words are long, and long is what a random piece must not seem to be. */
  readonly lengths: Uint8Array
  /** Pairs of characters that touch on a keyboard. */
  readonly neighbours: readonly string[]
}

/** What zxcvbn takes a part of a password for at least, whatever it found in it. */
export const leastOfPart = Math.log10(50)
/** No word costs more than this here: some lists are rated as a whole, not by the rank of the word. */
const mostOfWord = 3.5
/** Lists of words that follow each other (numbers, months): zxcvbn takes two of them for next to nothing. */
const longestChainedList = 100
/** Marks a word of such a list; less than any other costs. */
export const leastOfChained = 1.5

/** The cost of the word with this hash and so many characters; infinite when there is none. */
export type CostOfWord = (hash: number, length: number) => number

/** Stands for words of different lengths with the same hash. */
const anyLength = 0

/** Where a hash stands in the open table, or the free place that it would take. */
function placeOf(hashes: Int32Array, hash: number): number {
  const mask = hashes.length - 1
  let place = (hash ^ (hash >>> 15)) & mask
  while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & mask
  return place
}

export const costsOf =
  ({ hashes, tenths, lengths }: GuessTable): CostOfWord =>
  (hash, length) => {
    const place = placeOf(hashes, hash)
    const found = lengths[place]
    const isWord = hashes[place] !== 0 && (found === length || found === anyLength)
    return isWord ? (tenths[place] ?? 0) / 10 : Infinity
  }

/** Reduces the dictionaries to what the quick judge looks up, some three megabytes. */
export function guessTableOf({ words, keyboards }: GuessDictionaries): GuessTable {
  const lists = Object.values(words)
  const count = lists.reduce((sum, list) => sum + list.length, 0)
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 16))
  const hashes = new Int32Array(size)
  const tenths = new Uint8Array(size)
  const lengths = new Uint8Array(size)
  for (const list of lists) {
    for (const [rank, word] of list.entries()) {
      const plain = plainOf(word)
      const hash = hashOf(plain)
      const place = placeOf(hashes, hash)
      const rated = Math.min(mostOfWord, Math.max(leastOfPart, Math.log10(rank + 1)))
      const cost = list.length <= longestChainedList ? leastOfChained * 10 : Math.floor(rated * 10)
      tenths[place] = hashes[place] === 0 ? cost : Math.min(tenths[place] ?? cost, cost)
      const isAlone = hashes[place] === 0 || lengths[place] === plain.length
      lengths[place] = isAlone && plain.length < 256 ? plain.length : anyLength
      hashes[place] = hash
    }
  }
  return { hashes, tenths, lengths, neighbours: [...neighboursOf(keyboards)] }
}

/** An odd number whose powers spread well; a hash is the sum of the characters times its powers, in 32 bits. */
export const hashBase = 0x9e37_79b1 | 0

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
