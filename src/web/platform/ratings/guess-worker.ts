/**
 * Rates passwords in a worker: the dictionaries take 60 MB and time to rank, and both are released with the
 * worker. A reply has the id of its question.
 */
import { createGuessJudge, type GuessJudge, type PasswordJudgement } from '#domain/platform/password-guess.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'

export type GuessQuestion = { id: number; password: string; forbiddenWords: readonly string[] }
export type GuessAnswer = { id: number; judgement: PasswordJudgement }

const judge: Promise<GuessJudge> = loadGuessDictionaries().then(createGuessJudge)

globalThis.addEventListener('message', ({ data }: MessageEvent<GuessQuestion>) => {
  void judge.then((judged) => {
    const answer: GuessAnswer = { id: data.id, judgement: judged(data.password, data.forbiddenWords) }
    globalThis.postMessage(answer)
  })
})
