/** The data of the guess estimate: word lists, most common first, and keyboard layouts. */
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
  return { words: { ...common.dictionary, ...french.dictionary }, keyboards: common.adjacencyGraphs }
}
