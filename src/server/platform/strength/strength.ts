import { Worker } from 'node:worker_threads'
import type { GuessableCheck } from '#domain/platform/password-floors.ts'
import { capOfGuesses, levelByCount, type StrengthLevel } from '#domain/platform/password-strength.ts'
import type { Answer, Judged, Question } from './strength-worker.ts'
import type { GuessTable } from './guess-table.ts'
import { createUnguessableCheck, type UnguessableCheck } from './unguessable.ts'

/** Rates passwords when they are saved: the ANSSI count, capped if the password can be guessed. */
export type StrengthGauge = {
  /** @param words the item's name and login, which count as guessable */
  levelOf(password: string, words: readonly string[]): Promise<StrengthLevel>
  /** Whether a password takes fewer guesses than a floor. */
  isGuessable: GuessableCheck
}

/** In milliseconds: an idle worker ends after this time, which frees its dictionaries. */
const idleMs = 10_000
/** A rating needs little short-lived memory; V8 would let it grow. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/**
 * Creates the gauge. zxcvbn runs in a worker thread: loading its dictionaries takes a third of a second, a
 * rating up to fifty milliseconds. The worker starts with the first password that it could cap. For most
 * passwords the fast check here then proves that they are not guessable.
 */
export function createStrengthGauge(): StrengthGauge {
  let thread: JudgeThread | undefined
  let quick: Promise<UnguessableCheck> | undefined

  const running = (): JudgeThread => {
    thread ??= startThread(() => (thread = undefined))
    return thread
  }

  /** Whether a password certainly takes so many guesses; false if the thread has to tell. */
  const isCertain: UnguessableCheckLater = async (...asked) => {
    quick ??= running().table.then(createUnguessableCheck)
    const isUnguessable = await quick.catch((error: unknown) => {
      quick = undefined
      throw error
    })
    return isUnguessable(...asked)
  }

  return {
    async levelOf(password, words) {
      const level = levelByCount(password)
      // No cap goes below the lowest level.
      if (level <= 1) return level
      if (await isCertain(password, guessesFor(level), words)) return level
      return (await running().ask(password, words)).level
    },
    async isGuessable(password, guessesLog10, words) {
      if (await isCertain(password, guessesLog10, words)) return false
      return (await running().ask(password, words)).guessesLog10 < guessesLog10
    },
  }
}

/** Returns the number of guesses, as a whole decimal logarithm, from which a level is not capped. */
export function guessesFor(level: StrengthLevel): number {
  let guessesLog10 = 0
  while (capOfGuesses(guessesLog10) < level) guessesLog10 += 1
  return guessesLog10
}

type UnguessableCheckLater = (...asked: Parameters<UnguessableCheck>) => Promise<boolean>
type JudgeThread = {
  readonly table: Promise<GuessTable>
  ask(password: string, words: readonly string[]): Promise<Judged>
}
type Waiting = { resolve: (judged: Judged) => void; reject: (error: unknown) => void }

/** @param ended called when the worker accepts no more questions */
function startThread(ended: () => void): JudgeThread {
  const worker = new Worker(new URL('./strength-worker.ts', import.meta.url), { resourceLimits })
  const waiting = new Map<number, Waiting>()
  const table = Promise.withResolvers<GuessTable>()
  let asked = 0
  let isReady = false
  let isOver = false
  const end = (error: Error): void => {
    if (isOver) return
    isOver = true
    clearTimeout(rest)
    ended()
    table.reject(error)
    for (const { reject } of waiting.values()) reject(error)
  }
  // Often nothing awaits the table of a second worker; its failure reaches the pending questions.
  table.promise.catch(() => undefined)
  const rest = setTimeout(() => {
    // A caller may hold a transaction: a working thread is never ended, however slow the machine.
    if (!isReady || waiting.size > 0) return void rest.refresh()
    end(new Error('the judge of passwords is at rest'))
    void worker.terminate()
  }, idleMs)
  rest.unref()

  worker.on('message', (answer: Answer) => {
    rest.refresh()
    if (answer.kind === 'ready') {
      isReady = true
      return table.resolve(answer.table)
    }
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the judge of passwords ended')))
  // Like the timer, the worker must not keep the process alive. After the listeners, since a message listener
  // would keep it alive again.
  worker.unref()

  return {
    table: table.promise,
    ask: (password, words) =>
      new Promise((resolve, reject) => {
        asked += 1
        rest.refresh()
        waiting.set(asked, { resolve, reject })
        worker.postMessage({ id: asked, password, words } satisfies Question)
      }),
  }
}
