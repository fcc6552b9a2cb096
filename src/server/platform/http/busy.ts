import { Refusal } from '#domain/platform/refusals.ts'
import { BusyError } from '#server/platform/crypto/work-bound.ts'

const busySeconds = 2

/** Too much costly work is under way, for everybody or for this person. */
export const serverBusy = (): Refusal => new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds })

/** Costly work, or a 429 when too much is under way. @throws Refusal SERVER_BUSY */
export async function orBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BusyError ? serverBusy() : error
  }
}
