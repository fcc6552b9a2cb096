/** A password without the signs between its words. */
export type JoinedWords = {
  readonly text: string
  /** The guesses that the signs took, as a decimal logarithm. */
  readonly signsLog10: number
}

/** Some thirty signs are on a keyboard: a decimal logarithm. */
const guessesOfSign = 1.5
const signs = /[^\p{L}\p{M}\p{N}]+/gu

/**
 * Returns a password without its signs; null without any, or without anything else. Whoever guesses joins words by each
 * usual sign in turn: a run of signs counts once, however often it stands between words.
 */
export function withoutSigns(password: string): JoinedWords | null {
  const runs = new Set(password.match(signs))
  const text = password.replace(signs, '')
  if (runs.size === 0 || text === '') return null
  const length = [...runs].reduce((sum, run) => sum + run.length, 0)
  return { text, signsLog10: length * guessesOfSign }
}
