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
  /** Whether a task of this lane would be refused now. */
  isFull(lane: Lane): boolean
}

/**
 * Bounds costly work, so that a flood of sign-ins gets 429 rather than the server's whole memory.
 * @param concurrency tasks that run at once, from 1; strangers leave one of these places to who is known.
 * @param queue tasks that may wait beyond these in each lane, from 0; within one they run in order of arrival.
 */
export function createWorkBound({ concurrency, queue }: { concurrency: number; queue: number }): WorkBound {
  const waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] }
  const running: Record<Lane, number> = { known: 0, stranger: 0 }
  const mayStart = (lane: Lane): boolean =>
    running.known + running.stranger < concurrency &&
    (lane === 'known' || running.stranger < Math.max(1, concurrency - 1))
  const isFull = (lane: Lane): boolean => !mayStart(lane) && waiting[lane].length >= queue

  return {
    isFull,
    async run(task, lane = 'known') {
      if (isFull(lane)) throw new BusyError()
      if (mayStart(lane)) running[lane] += 1
      else await new Promise<void>((go) => waiting[lane].push(go))
      try {
        return await task()
      } finally {
        running[lane] -= 1
        // The place passes straight to the next in line, so a newcomer cannot take it in between.
        const next = (['known', 'stranger'] as const).find((one) => waiting[one].length > 0 && mayStart(one))
        if (next) {
          running[next] += 1
          waiting[next].shift()?.()
        }
      }
    },
  }
}
