import { setImmediate } from 'node:timers/promises'

/**
 * In milliseconds: how long work runs before it yields to other requests. A request with two database queries
 * waits up to three times as long.
 */
const stretchMs = 1
/** Reading the clock costs more than most steps. */
const stepsBetweenLooks = 32

/** Yields to other requests between the steps of long work. */
export type Yielder = {
  /**
   * Called after each step.
   * @param weight how many small steps it was worth
   * @returns a promise to await when it is time to yield
   */
  step(weight?: number): Promise<void> | undefined
}

/** @param now a monotonic clock, in milliseconds */
export function createYielder(now: () => number = () => performance.now()): Yielder {
  let since = now()
  let steps = 0
  return {
    step(weight = 1) {
      steps += weight
      if (steps < stepsBetweenLooks) return undefined
      steps = 0
      if (now() - since < stretchMs) return undefined
      return setImmediate(undefined).then(() => {
        since = now()
      })
    },
  }
}

/** Gives a list to `work` in parts, one after another, and yields to other requests between them. */
export async function inParts<Value>(
  list: readonly Value[],
  size: number,
  work: (part: readonly Value[]) => Promise<void>,
): Promise<void> {
  const yielder = createYielder()
  for (let from = 0; from < list.length; from += size) {
    const part = list.slice(from, from + size)
    await work(part)
    const pause = yielder.step(part.length)
    if (pause) await pause
  }
}
