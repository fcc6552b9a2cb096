import type { RandomBytes } from '#domain/platform/password-generator.ts'

/** How many words a drawn master key has, and how many the list holds: 6 × 12 bits. */
export const passphraseWords = { count: 6, listLength: 4096 } as const

/**
 * A phrase of `count` words, each drawn uniformly and with replacement from the list: `count` × log2(length) bits,
 * whatever the reader thinks of the words. Two random bytes a word, those that would favour the first words of a
 * list whose length is no power of two being thrown away.
 *
 * @throws RangeError when the list is empty or longer than two bytes can number
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
