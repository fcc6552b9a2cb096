import { afterEach, expect, it, vi } from 'vitest'
import { createStrengthGauge } from './strength.ts'

afterEach(() => vi.useRealTimers())

it('a judge that is slow to start answers all the same: who waits may hold a transaction', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const gauge = createStrengthGauge()
  const asked = gauge.levelOf('Password123*Password123*', [])
  // The machine slept, or is short of processors, while the dictionaries are being read.
  vi.advanceTimersByTime(60_000)
  expect(await asked).toBe(1)
  // At rest the thread ends, and another one serves.
  vi.advanceTimersByTime(60_000)
  expect(await gauge.levelOf('Password123*Password123*', [])).toBe(1)
})
