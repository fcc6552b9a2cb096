import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds } from './rounds.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('a round that outlasts its pause queues no other, and a stop waits for that one only', async () => {
  const ends: (() => void)[] = []
  const rounds = createRounds(1_000, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    return promise
  })
  rounds.start()
  vi.advanceTimersByTime(60_000)
  expect(ends).toHaveLength(1)
  let isStopped = false
  const stopping = rounds.stop().then(() => (isStopped = true))
  await Promise.resolve()
  expect(isStopped).toBe(false)
  ends[0]?.()
  await stopping
  vi.advanceTimersByTime(60_000)
  expect(ends).toHaveLength(1)
})

it('a round begins again after the last one has ended', async () => {
  let count = 0
  const rounds = createRounds(1_000, async () => void (count += 1))
  rounds.start()
  for (let tick = 0; tick < 3; tick += 1) await vi.advanceTimersByTimeAsync(1_000)
  expect(count).toBe(3)
  await rounds.stop()
})

it('a round may begin at once, and the next one a pause later', async () => {
  let count = 0
  const rounds = createRounds(1_000, async () => void (count += 1))
  rounds.start({ atOnce: true })
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(count).toBe(2)
  await rounds.stop()
})
