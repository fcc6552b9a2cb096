import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lookUntilReached } from './lookUntilReached.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that answers when it is told to; a look that is given up is refused, as a call is. */
function slowServer() {
  const looks: { answer: () => void; refuse: () => void; signal: AbortSignal }[] = []
  const look = (signal: AbortSignal) =>
    new Promise<void>((answer, refuse) => {
      looks.push({ answer, refuse, signal })
      signal.addEventListener('abort', refuse)
    })
  return { looks, look }
}

it('one look at a time is under way, and the return is told once', async () => {
  const { looks, look } = slowServer()
  const told = vi.fn()
  lookUntilReached(look, told)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(looks).toHaveLength(1)
  looks[0]?.refuse()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(looks).toHaveLength(2)
  expect(told).not.toHaveBeenCalled()
  looks[1]?.answer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toHaveBeenCalledTimes(1)
  expect(looks).toHaveLength(2)
})

it('a look that was lost on the way is given up for another', async () => {
  const { looks, look } = slowServer()
  lookUntilReached(look, () => undefined)
  await vi.advanceTimersByTimeAsync(3_000 + 15_000 + 3_000)
  expect(looks.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it('an end is heard, whether a look is under way or not', async () => {
  const { looks, look } = slowServer()
  const told = vi.fn()
  const end = lookUntilReached(look, told)
  await vi.advanceTimersByTimeAsync(3_000)
  end()
  expect(looks[0]?.signal.aborted).toBe(true)
  looks[0]?.answer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toHaveLength(1)
  expect(told).not.toHaveBeenCalled()
})
