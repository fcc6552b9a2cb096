import { describe, expect, it } from 'vitest'
import { blockDuration } from './limits.ts'

describe('limits', () => {
  it('double the block from 15 minutes up to a day', () => {
    const minutes = [1, 2, 3, 7, 8, 9, 5000].map((nth) => blockDuration(nth) / 60_000)
    expect(minutes).toEqual([15, 30, 60, 960, 1440, 1440, 1440])
  })

  it('never block for less than the first block', () => {
    expect(blockDuration(0)).toBe(15 * 60_000)
  })
})
