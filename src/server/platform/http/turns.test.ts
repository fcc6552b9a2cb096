import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('one user has two reads running and eight waiting; more are refused, and other users do not wait', async () => {
  const turns = createTurns()
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((end) => ends.push(end))
    running -= 1
  }
  const own = Array.from({ length: 12 }, () => turns.take(1, work))
  const all = Promise.allSettled(own)
  expect(await turns.take(2, async () => 'found')).toBe('found')
  while (running > 0) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  const outcomes = (await all).map((outcome) =>
    outcome.status === 'rejected' ? outcome.reason.code : 'done',
  )
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'done'), 'SERVER_BUSY', 'SERVER_BUSY'])
  expect(most).toBe(2)
  expect(await turns.take(1, async () => 'found')).toBe('found')
})
