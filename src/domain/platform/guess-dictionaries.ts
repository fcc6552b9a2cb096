/** What the judge of guesses knows: word lists, most common first, and keyboard layouts. */
export type GuessDictionaries = {
  words: Record<string, string[]>
  keyboards: Record<string, Record<string, (string | null)[]>>
}

/**
 * Loads the French and the common dictionaries. They weigh far more than the page that uses them, hence an
 * import at call time: the bundler cuts them out, the server reads them only if it judges a password.
 */
export async function loadGuessDictionaries(): Promise<GuessDictionaries> {
  const [common, french] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ])
  return { words: { ...common.dictionary, ...french.dictionary }, keyboards: common.adjacencyGraphs }
}
