import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLossLog } from './loss-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it.each([1_000, 3_000])(
  'losses are one line in %s ms, which counts those since the line before',
  (pauseMs) => {
    const lines: object[] = []
    const log = { error: (details: object, message: string) => void lines.push({ ...details, message }) }
    const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const onLoss = createLossLog(log as never, 'away', pauseMs)
    for (let loss = 0; loss < 20; loss += 1) onLoss(error)
    vi.advanceTimersByTime(pauseMs - 1)
    onLoss(error)
    expect(lines).toMatchObject([{ err: error, losses: 1, message: 'away' }])
    vi.advanceTimersByTime(1)
    onLoss(error)
    onLoss(error)
    expect(lines).toMatchObject([{ losses: 1 }, { err: error, losses: 21, message: 'away' }])
  },
)
