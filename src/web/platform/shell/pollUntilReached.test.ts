import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollUntilReached } from './pollUntilReached.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that replies on demand. An aborted request is rejected, like a call. */
function slowServer() {
  const looks: { answer: () => void; refuse: () => void; signal: AbortSignal }[] = []
  const look = (signal: AbortSignal) =>
    new Promise<void>((answer, refuse) => {
      looks.push({ answer, refuse, signal })
      signal.addEventListener('abort', refuse)
    })
  return { looks, look }
}

it('pollUntilReached polls one request at a time, and reports the return of the server once', async () => {
  const { looks, look } = slowServer()
  const told = vi.fn()
  pollUntilReached(look, told)
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

it('pollUntilReached aborts a request without a reply and sends another', async () => {
  const { looks, look } = slowServer()
  pollUntilReached(look, () => undefined)
  await vi.advanceTimersByTimeAsync(3_000 + 15_000 + 3_000)
  expect(looks.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

it('pollUntilReached can be stopped during a request and between two', async () => {
  const { looks, look } = slowServer()
  const told = vi.fn()
  const end = pollUntilReached(look, told)
  await vi.advanceTimersByTimeAsync(3_000)
  end()
  expect(looks[0]?.signal.aborted).toBe(true)
  looks[0]?.answer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toHaveLength(1)
  expect(told).not.toHaveBeenCalled()
})
