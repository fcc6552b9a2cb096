/** The end of a search: its time is over, or nobody waits for its answer any more. */
export type End = {
  isOver(): boolean
  /** The result of a work that may take longer; null once the search is over, whatever becomes of the work. */
  orOver<Result>(work: Promise<Result>): Promise<Result | null>
  /** Lets go of the timer: the answer is there. */
  clear(): void
}

/** @param gone aborted when the caller goes */
export function createEnd(gone: AbortSignal, timeLimitMs: number): End {
  const end = new AbortController()
  const over = new Promise<null>((resolve) => end.signal.addEventListener('abort', () => resolve(null)))
  const finish = (): void => end.abort()
  const timer = setTimeout(finish, timeLimitMs)
  gone.addEventListener('abort', finish)
  if (gone.aborted) finish()
  return {
    isOver: () => end.signal.aborted,
    orOver: (work) => Promise.race([work, over]),
    clear() {
      clearTimeout(timer)
      gone.removeEventListener('abort', finish)
    },
  }
}
