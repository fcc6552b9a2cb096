import { setImmediate } from 'node:timers/promises'

/**
 * How long work goes on before it lets other requests run, in milliseconds: one that asks the database twice waits three
 * times as long.
 */
const stretchMs = 1
/** Asking the time costs more than most steps. */
const stepsBetweenLooks = 32

/** Lets other requests run in between the steps of long work. */
export type Breather = {
  /**
   * Called after each step.
   * @param weight how many small steps it was worth
   * @returns a promise to wait for when the stretch is over
   */
  step(weight?: number): Promise<void> | undefined
}

/** @param now milliseconds that only grow */
export function createBreather(now: () => number = () => performance.now()): Breather {
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
