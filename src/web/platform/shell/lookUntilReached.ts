/** Between one look at the server and the next. */
const everyMs = 3_000
/** A look that was lost on the way tells nothing: another is worth more. */
const patienceMs = 15_000

/**
 * Looks at the server until it answers, one look at a time, so that its coming back is told once.
 * @returns ends the looking
 */
export function lookUntilReached(
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
