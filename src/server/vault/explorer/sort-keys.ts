/**
 * Sort keys that compare byte by byte as the collator compares letters, each ended by a zero. A character is
 * its rank without accent and case; a number is its length and its digits.
 */
export type SortKeys = {
  readonly bytes: Uint8Array
  /** The start of each name's key; -1 for a name that only the collator can order. */
  readonly starts: Int32Array
}

/** Receives the names of a list one by one, in order. */
export type KeyMaker = { add(name: string): void; keys(): SortKeys }

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
const marks = /[\u0300-\u0302\u0308\u0327]/g
/** Characters below this have a rank if they are ASCII, or ASCII with a French accent. */
const ranked = 0x180
const longestNumber = 30

/** @param compare the order of texts that gives characters their ranks */
export function createKeyMakers(
  compare: (one: string, other: string) => number,
): (count: number) => KeyMaker {
  const ranks = ranksOf(compare)
  const digit = ranks['0'.charCodeAt(0)] ?? 0
  return (count) => {
    const starts = new Int32Array(count)
    let bytes = new Uint8Array(32 * count + 64)
    let [names, end] = [0, 0]

    /** Writes the key of a name without the zero; false if a character has no rank. */
    const write = (name: string): boolean => {
      for (let at = 0; at < name.length; at += 1) {
        const code = name.charCodeAt(at)
        const rank = code < ranked ? (ranks[code] ?? 0) : 0
        if (rank === 0) return false
        bytes[end++] = rank
        if (rank !== digit) continue
        // A longer number is greater; equal lengths compare by digits. All digits share one rank.
        const length = end++
        while (name.charCodeAt(at) === 0x30) at += 1
        for (; isDigit(name.charCodeAt(at)); at += 1) bytes[end++] = name.charCodeAt(at)
        bytes[length] = end - length
        if (end - length - 1 > longestNumber) return false
        at -= 1
      }
      return true
    }

    return {
      add(name) {
        const start = end
        // At most three bytes a character, and the zero.
        const most = end + 3 * name.length + 1
        if (most > bytes.length) bytes = grown(bytes, most)
        let isKey = write(name)
        if (!isKey) {
          end = start
          const plain = name.normalize('NFD').replace(marks, '')
          isKey = plain.length <= name.length && plain !== name && write(plain)
        }
        if (isKey) bytes[end++] = 0
        else end = start
        starts[names++] = isKey ? start : -1
      },
      keys: () => ({ bytes, starts }),
    }
  }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function grown(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, 2 * bytes.length))
  larger.set(bytes)
  return larger
}

/** Returns the collator's rank of each character below `ranked`, from 1, ignoring case and accents. */
function ranksOf(compare: (one: string, other: string) => number): Uint8Array {
  const ranks = new Uint8Array(ranked)
  const lower = printable.filter((character) => character === character.toLowerCase())
  for (const [rank, character] of lower.toSorted(compare).entries()) ranks[character.charCodeAt(0)] = rank + 1
  const digit = ranks['0'.charCodeAt(0)] ?? 0
  for (const character of '123456789') ranks[character.charCodeAt(0)] = digit
  for (let code = 0x41; code < ranked; code += 1) {
    const base = String.fromCharCode(code).normalize('NFD').replace(marks, '').toLowerCase()
    if (base.length === 1) ranks[code] ||= ranks[base.charCodeAt(0)] ?? 0
  }
  return ranks
}
