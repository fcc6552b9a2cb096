import { describe, expect, it } from 'vitest'
import { elapsedSince, hasCome, isBelieved, toleratedMs } from './moments.ts'

const now = Date.UTC(2026, 0, 15)
const hour = 3_600_000

describe('a stored moment', () => {
  it('is believed up to the tolerated difference later than now', () => {
    expect([now - hour, now, now + toleratedMs].map((at) => isBelieved(at, now))).toEqual([true, true, true])
    expect(isBelieved(now + toleratedMs + 1, now)).toBe(false)
  })

  it('that is not believed is infinitely long ago', () => {
    expect(elapsedSince(now - hour, now)).toBe(hour)
    expect(elapsedSince(now + toleratedMs, now)).toBe(0)
    expect(elapsedSince(now + toleratedMs + 1, now)).toBe(Infinity)
  })

  it('that ends a delay has come when it is later than the longest delay from now', () => {
    expect(hasCome(now, hour, now)).toBe(true)
    expect(hasCome(now + 1, hour, now)).toBe(false)
    expect(hasCome(now + hour + toleratedMs, hour, now)).toBe(false)
    expect(hasCome(now + hour + toleratedMs + 1, hour, now)).toBe(true)
  })
})
