import { Refusal } from '#domain/platform/refusals.ts'
import { BusyError } from '#server/platform/crypto/work-bound.ts'

const busySeconds = 2

/** Returns the refusal for too much costly work, of all users or of this one. */
export const serverBusy = (): Refusal => new Refusal('SERVER_BUSY', { retryAfterSeconds: busySeconds })

/** Runs costly work. @throws Refusal SERVER_BUSY when too much is under way */
export async function orBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BusyError ? serverBusy() : error
  }
}
