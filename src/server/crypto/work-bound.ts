/** Too much costly work is under way already: the caller may try again later (HTTP 429). */
export class BusyError extends Error {
  readonly code = 'BUSY'

  constructor() {
    super('too much work at once')
    this.name = 'BusyError'
  }
}

/** Runs tasks, so many at a time, so many waiting. */
export type WorkBound = {
  /** @throws BusyError at once, without starting the task, when the queue is full; else what the task throws. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

/**
 * Bounds costly work, so that a flood of sign-ins gets 429 rather than the server's whole memory.
 * @param concurrency tasks that run at once, from 1.
 * @param queue tasks that may wait beyond these, from 0; they run in order of arrival.
 */
export function createWorkBound({ concurrency, queue }: { concurrency: number; queue: number }): WorkBound {
  let running = 0
  const waiting: (() => void)[] = []

  return {
    async run(task) {
      if (running < concurrency) running += 1
      else if (waiting.length < queue) await new Promise<void>((go) => waiting.push(go))
      else throw new BusyError()
      try {
        return await task()
      } finally {
        // The place passes straight to the next in line, so a newcomer cannot take it in between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
