/**
 * Rates passwords in a worker: the dictionaries take 60 MB and time to rank, and both are released with the
 * worker. A reply has the id of its question.
 */
import {
  createPasswordRater,
  type PasswordRater,
  type PasswordRating,
} from '#domain/platform/password-guess.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'

export type GuessQuestion = { id: number; password: string; forbiddenWords: readonly string[] }
export type GuessAnswer = { id: number; rating: PasswordRating }

const rater: Promise<PasswordRater> = loadGuessDictionaries().then(createPasswordRater)

globalThis.addEventListener('message', ({ data }: MessageEvent<GuessQuestion>) => {
  void rater.then((rate) => {
    const answer: GuessAnswer = { id: data.id, rating: rate(data.password, data.forbiddenWords) }
    globalThis.postMessage(answer)
  })
})
