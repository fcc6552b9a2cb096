/** The interval between two requests, in milliseconds. */
const everyMs = 3_000
/** The timeout of a request, in milliseconds. */
const patienceMs = 15_000

/**
 * Polls the server until it responds, one request at a time, so that its return is reported once.
 * @returns the function that stops it
 */
export function pollUntilReached(
  look: (signal: AbortSignal) => Promise<unknown>,
  onReached: () => void,
): () => void {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookLater = () => {
    timer = setTimeout(async () => {
      const one = new AbortController()
      const giveUp = () => one.abort()
      const patience = setTimeout(giveUp, patienceMs)
      ended.signal.addEventListener('abort', giveUp)
      const isReached = await look(one.signal).then(
        () => true,
        () => false,
      )
      clearTimeout(patience)
      ended.signal.removeEventListener('abort', giveUp)
      if (ended.signal.aborted) return
      if (isReached) onReached()
      else lookLater()
    }, everyMs)
  }
  lookLater()
  return () => {
    ended.abort()
    clearTimeout(timer)
  }
}
