import { Worker } from 'node:worker_threads'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Answer, Question, Value } from './index-worker.ts'

type WithoutId<Each> = Each extends unknown ? Omit<Each, 'id'> : never
type Asked = WithoutId<Question>

/** A thread that packs and scans chests, so that neither delays requests. It starts at its first question. */
export type IndexThread = {
  /** Returns the answer; the shape is that of the question's kind. @throws SealError as the work itself */
  ask<Result extends Value>(question: Asked): Promise<Result>
  /** Starts the thread before its first question. */
  start(): void
  /** Returns a number for a job of several questions. */
  newJob(): number
}

export function createIndexThread(): IndexThread {
  const waiting = new Map<number, PromiseWithResolvers<Value>>()
  let worker: Worker | null = null
  let last = 0

  const end = (error: Error): void => {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./index-worker.ts', import.meta.url), { env: {} })
    started.on('message', (answer: Answer) => {
      const waiter = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('value' in answer) waiter?.resolve(answer.value)
      else waiter?.reject(answer.sealCode ? sealErrorOf(answer.sealCode, answer.error) : answer.error)
      // An idle thread must not keep the process running.
      if (waiting.size === 0) started.unref()
    })
    started.on('error', end)
    started.on('exit', () => end(new Error('the thread of the indexes ended')))
    return started
  }

  return {
    start() {
      worker ??= start()
      worker.unref()
    },
    ask<Result extends Value>(question: Asked): Promise<Result> {
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

/** A thread's errors arrive without their class. */
const sealErrorOf = (code: SealError['code'], { message }: Error): SealError =>
  new SealError(code, message.slice(code.length + 2))
