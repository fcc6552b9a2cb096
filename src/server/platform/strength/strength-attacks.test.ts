import { afterEach, expect, it, vi } from 'vitest'
import { createStrengthGauge } from './strength.ts'

afterEach(() => vi.useRealTimers())

it('a strength worker that starts slowly still answers, since callers may hold a transaction', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const gauge = createStrengthGauge()
  const asked = gauge.levelOf('Password123*Password123*', [])
  // As if the machine slept, or had no free processor, while the dictionaries are loaded.
  vi.advanceTimersByTime(60_000)
  expect(await asked).toBe(1)
  // The idle worker ends, and another one answers.
  vi.advanceTimersByTime(60_000)
  expect(await gauge.levelOf('Password123*Password123*', [])).toBe(1)
})
