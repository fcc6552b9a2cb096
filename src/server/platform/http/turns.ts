import { Refusal } from '#domain/platform/refusals.ts'
import { BusyError, createWorkBound, type WorkBound } from '#server/platform/crypto/work-bound.ts'

/** Enough for several tabs and fast typing. Scripts are queued. */
const usualBound = { concurrency: 2, queue: 8 } as const

/** Bounds one user's long reads; those of other users do not wait for them. */
export type Turns = {
  /** @throws Refusal SERVER_BUSY when too many of this user already wait */
  take<Result>(owner: number, work: () => Promise<Result>): Promise<Result>
}

/** @param bound how many of one user run concurrently, and how many wait */
export function createTurns(bound: { concurrency: number; queue: number } = usualBound): Turns {
  const bounds = new Map<number, { readonly bound: WorkBound; taken: number }>()
  return {
    async take(owner, work) {
      const own = bounds.get(owner) ?? { bound: createWorkBound(bound), taken: 0 }
      bounds.set(owner, own)
      own.taken += 1
      try {
        return await own.bound.run(work)
      } catch (error) {
        if (error instanceof BusyError) throw new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
        throw error
      } finally {
        own.taken -= 1
        if (own.taken === 0) bounds.delete(owner)
      }
    },
  }
}
