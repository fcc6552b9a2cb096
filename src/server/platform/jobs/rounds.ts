/** Work that a node repeats as long as it listens. */
export type Rounds = {
  /** `atOnce`: the first round begins now, not after one pause. */
  readonly start: (options?: { readonly atOnce?: boolean }) => void
  /** Begins no more rounds, and waits for the running one. */
  readonly stop: () => Promise<void>
}

/**
 * Runs a round every `everyMs` milliseconds, and none while the one before runs. A round is longer than the pause while
 * the database is away. Rounds that queued then would all have to end before the server stops.
 *
 * @param round must not reject
 */
export function createRounds(everyMs: number, round: () => Promise<void>): Rounds {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const begin = (): void => {
    running ??= round().finally(() => {
      running = undefined
    })
  }
  return {
    start: ({ atOnce = false } = {}) => {
      timer ??= setInterval(begin, everyMs).unref()
      if (atOnce) begin()
    },
    stop: async () => {
      clearInterval(timer)
      timer = undefined
      await running
    },
  }
}
