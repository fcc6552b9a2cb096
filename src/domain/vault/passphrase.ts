import type { RandomBytes } from '#domain/platform/password-generator.ts'

/** The number of words in a generated master key, and in the list: 6 × 12 bits. */
export const passphraseWords = { count: 6, listLength: 4096 } as const

/**
 * Returns a phrase of `count` words, each drawn uniformly and with replacement: `count` × log2(length) bits.
 * Each word takes two random bytes. Values that would favour the first words are discarded, where the list's
 * length is not a power of two.
 *
 * @throws RangeError when the list is empty or longer than two bytes can index
 */
export function drawPassphrase(
  words: readonly string[],
  randomBytes: RandomBytes,
  count: number = passphraseWords.count,
): string {
  const drawable = 65_536
  if (words.length === 0 || words.length > drawable) throw new RangeError('a list of 1 to 65536 words')
  const fair = drawable - (drawable % words.length)
  const drawn: string[] = []
  while (drawn.length < count) {
    const [high = 0, low = 0] = randomBytes(2)
    const number = high * 256 + low
    if (number < fair) drawn.push(words[number % words.length] ?? '')
  }
  return drawn.join(' ')
}
