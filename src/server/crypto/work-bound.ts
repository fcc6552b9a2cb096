/** Too much costly work is under way already: the caller may try again later (HTTP 429). */
export class BusyError extends Error {
  readonly code = 'BUSY'

  constructor() {
    super('too much work at once')
    this.name = 'BusyError'
  }
}

/** Who waits: what is done for a stranger comes after all that is done for people who are known. */
export type Lane = 'known' | 'stranger'

/** Runs tasks, so many at a time, so many waiting. */
export type WorkBound = {
  /**
   * @param lane `known` unless said otherwise
   * @throws BusyError at once, without starting the task, when the lane is full; else what the task throws.
   */
  run<Result>(task: () => Promise<Result>, lane?: Lane): Promise<Result>
}

/**
 * Bounds costly work, so that a flood of sign-ins gets 429 rather than the server's whole memory.
 * @param concurrency tasks that run at once, from 1.
 * @param queue tasks that may wait beyond these in each lane, from 0; within one they run in order of arrival.
 */
export function createWorkBound({ concurrency, queue }: { concurrency: number; queue: number }): WorkBound {
  let running = 0
  const lanes: Record<Lane, (() => void)[]> = { known: [], stranger: [] }

  return {
    async run(task, lane = 'known') {
      const waiting = lanes[lane]
      if (running < concurrency) running += 1
      else if (waiting.length < queue) await new Promise<void>((go) => waiting.push(go))
      else throw new BusyError()
      try {
        return await task()
      } finally {
        // The place passes straight to the next in line, so a newcomer cannot take it in between.
        const next = lanes.known.shift() ?? lanes.stranger.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
