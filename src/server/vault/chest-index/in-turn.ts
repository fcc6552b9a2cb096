import { setImmediate as nextTurn } from 'node:timers/promises'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'

/** Runs some milliseconds of work on the main thread: one piece at a time, and other requests between two. */
export type InTurn = <Result>(work: () => Result) => Promise<Result>

export function createInTurn(): InTurn {
  const bound = createWorkBound({ concurrency: 1, queue: Number.POSITIVE_INFINITY })
  return (work) =>
    bound.run(async () => {
      const result = work()
      await nextTurn()
      return result
    })
}
