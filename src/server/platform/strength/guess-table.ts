import type { GuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { plainOf } from './plain-form.ts'

/** The dictionaries for the fast check, as plain data that can be passed between threads. */
export type GuessTable = {
  /**
   * The hash of each word's plain form, in an open-addressing table whose size is a power of two; 0 is free.
   */
  readonly hashes: Int32Array
  /** The cost of each word, in tenths of a decimal order. */
  readonly tenths: Uint8Array
  /** The length of each word. Few words are long, so a long random piece rarely matches one. */
  readonly lengths: Uint8Array
  /** Pairs of characters that touch on a keyboard. */
  readonly neighbours: readonly string[]
}

/** The least cost that zxcvbn gives to a part of a password. */
export const minPartCost = Math.log10(50)
/** The greatest cost of a word here: zxcvbn rates some lists as a whole, not by rank. */
const maxWordCost = 3.5
/** Lists of words that follow each other (numbers, months): zxcvbn gives two of them almost no cost. */
const longestChainedList = 100
/** Marks a word of such a list; less than any other cost. */
export const minChainedCost = 1.5

/** Returns the cost of the word with this hash and length; infinite if there is none. */
export type CostOfWord = (hash: number, length: number) => number

/** Marks words of different lengths with the same hash. */
const anyLength = 0

/** Returns the place of a hash in the table, or the free place where it would go. */
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

/** Reduces the dictionaries to the table of the fast check, some three megabytes. */
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
      const rated = Math.min(maxWordCost, Math.max(minPartCost, Math.log10(rank + 1)))
      const cost = list.length <= longestChainedList ? minChainedCost * 10 : Math.floor(rated * 10)
      tenths[place] = hashes[place] === 0 ? cost : Math.min(tenths[place] ?? cost, cost)
      const isAlone = hashes[place] === 0 || lengths[place] === plain.length
      lengths[place] = isAlone && plain.length < 256 ? plain.length : anyLength
      hashes[place] = hash
    }
  }
  return { hashes, tenths, lengths, neighbours: [...neighboursOf(keyboards)] }
}

/**
 * An odd number whose powers spread well. A hash is the sum of the characters times its powers, in 32 bits.
 */
export const hashBase = 0x9e37_79b1 | 0

function hashOf(text: string): number {
  let hash = 0
  for (let at = text.length - 1; at >= 0; at -= 1)
    hash = (text.charCodeAt(at) + Math.imul(hash, hashBase)) | 0
  return hash
}

/** Returns pairs of characters that touch on some keyboard, or follow each other in the alphabet. */
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
