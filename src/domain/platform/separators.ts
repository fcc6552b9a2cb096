/** A password without the signs between its words. */
export type JoinedWords = {
  readonly text: string
  /** The guesses that the signs took, as a decimal logarithm. */
  readonly signsLog10: number
}

/** Some thirty signs are on a keyboard: a decimal logarithm. */
const guessesOfSign = 1.5
const signs = /[^\p{L}\p{M}\p{N}]+/gu
const blank = /\s/u
/** Whoever opens a bracket closes it. */
const openings: Partial<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

/**
 * Returns a password without its signs; null without any, or without anything else. Whoever guesses joins words by each
 * usual sign in turn: runs of the same signs count once, however often they stand between words. A run costs its different
 * signs and the logarithm of its length, so a repeated sign, a closing bracket, and blanks around a sign add little.
 */
export function withoutSigns(password: string): JoinedWords | null {
  const text = password.replace(signs, '')
  const lengths = new Map<string, number>()
  for (const run of password.match(signs) ?? []) {
    const kind = kindOf(run)
    lengths.set(kind, Math.max(lengths.get(kind) ?? 0, run.length))
  }
  if (lengths.size === 0 || text === '') return null
  const costs = Array.from(lengths, ([kind, length]) =>
    // A run of different signs has no repetition to place.
    Math.min(length * guessesOfSign, Array.from(kind).length * guessesOfSign + Math.log10(length)),
  )
  return { text, signsLog10: costs.reduce((sum, cost) => sum + cost, 0) }
}

/** Returns the different signs of a run: brackets as the opening one, and blanks only if there is nothing else. */
function kindOf(run: string): string {
  const all = new Set(Array.from(run, (sign) => openings[sign] ?? sign))
  const visible = [...all].filter((sign) => !blank.test(sign))
  return (visible.length > 0 ? visible : [...all]).join('')
}
