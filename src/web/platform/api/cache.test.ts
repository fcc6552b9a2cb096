import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readRepeatedly } from './cache.ts'
import { ApiError, unreachable } from './errors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = () => new ApiError(503, { code: 'DATABASE_AWAY', message: 'x' })

/** Makes a read whose answers are given: errors are thrown. Returns its outcome and the number of tries. */
async function outcomeOf(answers: unknown[]) {
  let tries = 0
  const read = async () => {
    const next = answers[tries]
    tries += 1
    if (next instanceof Error) throw next
    return next
  }
  const outcome = readRepeatedly(read).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { outcome: await outcome, tries }
}

it('a read that is not cached is repeated three times while the server or its database is away', async () => {
  expect(await outcomeOf([away(), unreachable(), away(), 'secret'])).toEqual({ outcome: 'secret', tries: 4 })
  expect(await outcomeOf([away(), away(), away(), away()])).toMatchObject({
    outcome: { status: 503 },
    tries: 4,
  })
})

it('its refusal is not repeated', async () => {
  const refusal = new ApiError(404, { code: 'ITEM_NOT_FOUND', message: 'x' })
  expect(await outcomeOf([refusal])).toEqual({ outcome: refusal, tries: 1 })
})
