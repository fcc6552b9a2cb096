import { Worker } from 'node:worker_threads'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Answer, Question, Value } from './index-worker.ts'

type WithoutId<Each> = Each extends unknown ? Omit<Each, 'id'> : never
type Asked = WithoutId<Question>

/** A thread that packs and scans chests, so that neither delays requests. It starts at its first question. */
export type IndexThread = {
  /**
   * Returns the answer; the shape is that of the question's kind.
   * @throws SealError as the work itself; an Error if the thread ended, or another one runs than when the job began
   */
  ask<Result extends Value>(question: Asked): Promise<Result>
  /** Starts the thread before its first question. */
  start(): void
  /** Begins a job of several questions, and returns its number. */
  newJob(): number
}

/** The thread's own objects are small and short-lived: collected often, they cost no time and 40 MiB less. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 } as const

export const newIndexWorker = (): Worker =>
  new Worker(new URL('./index-worker.ts', import.meta.url), { env: {}, resourceLimits })

/** @param startWorker replaced by tests that end the thread */
export function createIndexThread(startWorker = newIndexWorker): IndexThread {
  const waiting = new Map<number, PromiseWithResolvers<Value>>()
  let worker: Worker | null = null
  let last = 0
  /** The jobs up to this number were those of a thread that ended. */
  let lastOfFormer = 0

  const end = (ended: Worker, error: Error): void => {
    // A thread that fails reports its end twice; meanwhile another one may have started.
    if (worker !== ended) return
    worker = null
    lastOfFormer = last
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = startWorker()
    started.on('message', (answer: Answer) => {
      const waiter = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('value' in answer) waiter?.resolve(answer.value)
      else waiter?.reject(answer.sealCode ? sealErrorOf(answer.sealCode, answer.error) : answer.error)
      // An idle thread must not keep the process running.
      if (waiting.size === 0) started.unref()
    })
    started.on('error', (error: Error) => end(started, error))
    started.on('exit', () => end(started, threadEnded()))
    return started
  }

  return {
    start() {
      worker ??= start()
      worker.unref()
    },
    ask<Result extends Value>(question: Asked): Promise<Result> {
      // A new thread knows nothing of the job: its result would lack what the former one had received.
      if ('job' in question && question.job <= lastOfFormer) return Promise.reject(threadEnded())
      worker ??= start()
      const id = (last += 1)
      const answer = Promise.withResolvers<Value>()
      worker.postMessage({ ...question, id })
      waiting.set(id, answer)
      worker.ref()
      return answer.promise as Promise<Result>
    },
    newJob: () => (last += 1),
  }
}

const threadEnded = (): Error => new Error('the thread of the indexes ended')

/** A thread's errors arrive without their class. */
const sealErrorOf = (code: SealError['code'], { message }: Error): SealError =>
  new SealError(code, message.slice(code.length + 2))
