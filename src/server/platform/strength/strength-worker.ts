import { parentPort } from 'node:worker_threads'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { createPasswordRater } from '#domain/platform/password-guess.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { guessTableOf, type GuessTable } from './guess-table.ts'

/** The worker's messages: first the table, then one answer for each question. */
export type Question = { readonly id: number; readonly password: string; readonly words: readonly string[] }
export type Answer =
  | { readonly kind: 'ready'; readonly table: GuessTable }
  | ({ readonly kind: 'judged'; readonly id: number } & Judged)
/** `guessesLog10` is the decimal logarithm of the guesses; 0 for an empty password. */
export type Judged = { readonly level: StrengthLevel; readonly guessesLog10: number }

const dictionaries = await loadGuessDictionaries()
const judge = createPasswordRater(dictionaries)
const answer = (message: Answer): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, password, words }: Question) => {
  const { level, guess } = judge(password, words)
  answer({ kind: 'judged', id, level, guessesLog10: guess?.guessesLog10 ?? 0 })
})
answer({ kind: 'ready', table: guessTableOf(dictionaries) })
