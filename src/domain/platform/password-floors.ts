import { loadGuessDictionaries } from './guess-dictionaries.ts'

/**
 * Returns whether a password takes fewer guesses than so many (a decimal logarithm).
 * @param words are tried first, such as the login or the chest's name
 */
export type GuessableCheck = (
  password: string,
  guessesLog10: number,
  words: readonly string[],
) => Promise<boolean>

/**
 * Judges one password in the calling thread, for some half a second: for commands and the start, where nobody waits. A
 * server that serves has a thread for it (`createStrengthGauge`).
 */
export const isGuessable: GuessableCheck = async (password, guessesLog10, words) => {
  const { createPasswordRater } = await import('./password-guess.ts')
  const { guess } = createPasswordRater(await loadGuessDictionaries())(password, words)
  return (guess?.guessesLog10 ?? 0) < guessesLog10
}
