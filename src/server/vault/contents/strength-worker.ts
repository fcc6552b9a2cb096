import { parentPort } from 'node:worker_threads'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { createPasswordRater } from '#domain/platform/password-guess.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { guessTableOf, type GuessTable } from './guess-table.ts'

/** The worker's messages: first the table, then one level for each question. */
export type Question = { readonly id: number; readonly password: string; readonly words: readonly string[] }
export type Answer =
  | { readonly kind: 'ready'; readonly table: GuessTable }
  | { readonly kind: 'level'; readonly id: number; readonly level: StrengthLevel }

const dictionaries = await loadGuessDictionaries()
const judge = createPasswordRater(dictionaries)
const answer = (message: Answer): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, password, words }: Question) =>
  answer({ kind: 'level', id, level: judge(password, words).level }),
)
answer({ kind: 'ready', table: guessTableOf(dictionaries) })
