import type { Logger } from 'pino'
import { awayReasonOf, DatabaseAway } from './problems.ts'

/** Returns a function that logs losses of the database: one line in `pauseMs`, with the number of those since. */
export function createLossLog(
  log: Pick<Logger, 'error'>,
  message = 'the database is away',
  pauseMs = 1_000,
): (error: unknown) => void {
  let next = 0
  let losses = 0
  return (error) => {
    losses += 1
    if (performance.now() < next) return
    log.error({ err: error, reason: awayReasonOf(error), losses }, message)
    next = performance.now() + pauseMs
    losses = 0
  }
}

/** Returns a function that logs the failure of regular work, except a loss of the database, which its pool has logged. */
export const logUnlessAway =
  (log: Pick<Logger, 'error'>, message: string) =>
  (error: unknown): void => {
    if (!(error instanceof DatabaseAway)) log.error({ err: error }, message)
  }
