import { loadGuessDictionaries } from '#domain/guess-dictionaries.ts'
import { capOfGuesses, createGuessJudge, type GuessJudge } from '#domain/password-guess.ts'
import { measureStrength, type StrengthLevel } from '#domain/password-strength.ts'
import { createUnguessable, type Unguessable } from './unguessable.ts'

/** Rates passwords when they are saved: the ANSSI count, capped when the password can be guessed. */
export type StrengthGauge = {
  /** @param words what a password should not be made of: the item's name and login */
  levelOf(password: string, words: readonly string[]): Promise<StrengthLevel>
}

type Judges = { judge: GuessJudge; isUnguessable: Unguessable }

/** The dictionaries are loaded with the first password that they could cap: an idle server does without them. */
export function createStrengthGauge(): StrengthGauge {
  let loading: Promise<Judges> | undefined
  return {
    async levelOf(password, words) {
      const { level } = measureStrength(password)
      // No cap goes below the lowest level.
      if (level <= 1) return level
      loading ??= loadJudges()
      const { judge, isUnguessable } = await loading
      if (isUnguessable(password, guessesFor(level), words)) return level
      return judge(password, words).level
    },
  }
}

async function loadJudges(): Promise<Judges> {
  const dictionaries = await loadGuessDictionaries()
  return { judge: createGuessJudge(dictionaries), isUnguessable: createUnguessable(dictionaries) }
}

/** The guesses, as a whole decimal logarithm, from which a level is not capped. */
export function guessesFor(level: StrengthLevel): number {
  let guessesLog10 = 0
  while (capOfGuesses(guessesLog10) < level) guessesLog10 += 1
  return guessesLog10
}
