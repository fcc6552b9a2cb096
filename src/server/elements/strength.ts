import { loadGuessDictionaries } from '#domain/guess-dictionaries.ts'
import { createGuessJudge, type GuessJudge } from '#domain/password-guess.ts'
import { measureStrength, type StrengthLevel } from '#domain/password-strength.ts'

/** Rates passwords when they are saved: the ANSSI count, capped when the password can be guessed. */
export type StrengthGauge = {
  /** @param words what a password should not be made of: the item's name and login */
  levelOf(password: string, words: readonly string[]): Promise<StrengthLevel>
}

/** The dictionaries are loaded with the first password that they could cap: an idle server does without them. */
export function createStrengthGauge(): StrengthGauge {
  let judge: Promise<GuessJudge> | undefined
  return {
    async levelOf(password, words) {
      const { level } = measureStrength(password)
      // No cap goes below the lowest level.
      if (level <= 1) return level
      judge ??= loadGuessDictionaries().then(createGuessJudge)
      return (await judge)(password, words).level
    },
  }
}
