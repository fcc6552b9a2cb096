import { withoutAccents } from './accents.ts'

/** The data of the guess estimate: word lists, most common first and without accents, and keyboard layouts. */
export type GuessDictionaries = {
  words: Record<string, string[]>
  keyboards: Record<string, Record<string, (string | null)[]>>
}

/**
 * Loads the French and the common dictionaries. They are imported on demand: the bundler splits them off the
 * page, and the server reads them only to rate a password.
 */
export async function loadGuessDictionaries(): Promise<GuessDictionaries> {
  const [common, french] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ])
  const words = Object.entries({ ...common.dictionary, ...french.dictionary }).map(
    ([name, list]) => [name, plainWords(list)] as const,
  )
  return { words: Object.fromEntries(words), keyboards: common.adjacencyGraphs }
}

/** Returns words without their accents, in their order; words that become one another stand once. */
const plainWords = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => withoutAccents(word).toLowerCase())),
]
