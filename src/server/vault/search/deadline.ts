/** The end of a search: its time limit is reached, or its caller has disconnected. */
export type SearchDeadline = {
  isOver(): boolean
  /** Returns the result of a promise; null as soon as the search is over, whatever the promise does later. */
  orOver<Result>(work: Promise<Result>): Promise<Result | null>
  /** Clears the timer and the listener. */
  clear(): void
}

/** @param gone aborted when the caller disconnects */
export function createSearchDeadline(gone: AbortSignal, timeLimitMs: number): SearchDeadline {
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
