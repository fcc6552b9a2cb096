import { Worker } from 'node:worker_threads'
import { capOfGuesses, measureStrength, type StrengthLevel } from '#domain/platform/password-strength.ts'
import type { Answer, Question } from './strength-worker.ts'
import type { GuessTable } from './guess-table.ts'
import { createUnguessable, type Unguessable } from './unguessable.ts'

/** Rates passwords when they are saved: the ANSSI count, capped when the password can be guessed. */
export type StrengthGauge = {
  /** @param words what a password should not be made of: the item's name and login */
  levelOf(password: string, words: readonly string[]): Promise<StrengthLevel>
}

/** After so long without a question the thread ends, and its dictionaries leave the memory. */
const idleMs = 10_000
/** What a judgement needs for the moment is little; V8 would let it grow. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/**
 * The guess judge works in a thread of its own: loading its dictionaries takes a third of a second, a judgement up
 * to ten milliseconds. The thread starts with the first password that it could cap; what most of them need (a
 * proof that they are not guessable) is then known here.
 */
export function createStrengthGauge(): StrengthGauge {
  let thread: JudgeThread | undefined
  let quick: Promise<Unguessable> | undefined

  const running = (): JudgeThread => {
    thread ??= startThread(() => (thread = undefined))
    return thread
  }

  return {
    async levelOf(password, words) {
      const { level } = measureStrength(password)
      // No cap goes below the lowest level.
      if (level <= 1) return level
      quick ??= running().table.then(createUnguessable)
      const isUnguessable = await quick.catch((error: unknown) => {
        quick = undefined
        throw error
      })
      return isUnguessable(password, guessesFor(level), words) ? level : running().ask(password, words)
    },
  }
}

/** The guesses, as a whole decimal logarithm, from which a level is not capped. */
export function guessesFor(level: StrengthLevel): number {
  let guessesLog10 = 0
  while (capOfGuesses(guessesLog10) < level) guessesLog10 += 1
  return guessesLog10
}

type JudgeThread = {
  readonly table: Promise<GuessTable>
  ask(password: string, words: readonly string[]): Promise<StrengthLevel>
}
type Waiting = { resolve: (level: StrengthLevel) => void; reject: (error: unknown) => void }

/** @param ended called when the thread takes no more questions */
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
  // Often nobody waits for the table of a second thread: its failure is told to those who ask.
  table.promise.catch(() => undefined)
  const rest = setTimeout(() => {
    // Whoever waits may hold a transaction: a thread at work is never ended, however slow the machine.
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
    waiting.get(answer.id)?.resolve(answer.level)
    waiting.delete(answer.id)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the judge of passwords ended')))
  // As the timer does not, it must not keep the process from ending; after the listeners, as one for messages would
  // hold it again.
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
