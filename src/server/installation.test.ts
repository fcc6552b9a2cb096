import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DatabaseProblemCode } from '#texts/platform/server.ts'
import { awaitDatabase } from './installation.ts'
import { DatabaseProblem } from './platform/database/problems.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Starts on a database that refuses for a time. Each attempt loses thirty connections in three seconds. */
async function startOn({ awayMs = 0, waitMs = 0, code = 'SERVER_UNREACHABLE' as DatabaseProblemCode }) {
  const lines: { losses: number; message: string; at: number }[] = []
  const after: Error[] = []
  const since = performance.now()
  const log = {
    error: ({ losses }: { losses: number }, message: string) =>
      void lines.push({ losses, message, at: performance.now() - since }),
  }
  let attempts = 0
  let lose: ((error: Error) => void) | undefined
  const lost = new Error('refused')
  const database = await awaitDatabase(
    { dataFolder: '', database: { kind: 'sqlite' }, databaseWaitMs: waitMs },
    log as never,
    { onLost: (error) => void after.push(error), onFileLost: () => undefined },
    {
      open: async (_, on) => {
        attempts += 1
        lose = on?.onLost
        if (performance.now() - since >= awayMs) return { engine: 'postgres' } as never
        for (let loss = 0; loss < 30; loss += 1) {
          lose?.(lost)
          vi.advanceTimersByTime(100)
        }
        throw new DatabaseProblem(code, 'base')
      },
      pause: async (ms) => void vi.advanceTimersByTime(ms),
    },
  ).catch((error: unknown) => error)
  return { database, lines, attempts, after, lose: () => lose?.(lost) }
}

it('waiting for the database is one line in three seconds, which counts the losses since the line before', async () => {
  const { database, lines, attempts, after, lose } = await startOn({ awayMs: 60_000, waitMs: 300_000 })
  expect(database).toEqual({ engine: 'postgres' })
  // An attempt and its pause take four seconds.
  expect(attempts).toBe(16)
  expect(new Set(lines.map(({ message }) => message))).toEqual(new Set(['waiting for the database']))
  const pauses = lines.slice(1).map(({ at }, index) => at - (lines[index]?.at ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3_000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(4_000)
  expect(lines.length).toBeLessThanOrEqual(20)
  expect(lines.slice(0, 3).map(({ losses }) => losses)).toEqual([1, 30, 30])
  // A loss after the start is told as such.
  const told = lines.length
  lose()
  expect([after.length, lines.length]).toEqual([1, told])
})

it('the wait ends with its problem once the next attempt would be too late', async () => {
  const { database, attempts } = await startOn({ awayMs: Infinity, waitMs: 10_000 })
  expect([(database as DatabaseProblem).code, attempts]).toEqual(['SERVER_UNREACHABLE', 3])
})

it('a wrong account is no reason to wait', async () => {
  const { database, attempts } = await startOn({ awayMs: Infinity, waitMs: 300_000, code: 'SERVER_REFUSES' })
  expect([(database as DatabaseProblem).code, attempts]).toEqual(['SERVER_REFUSES', 1])
})
