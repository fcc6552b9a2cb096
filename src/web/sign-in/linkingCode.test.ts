import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginTrip, hashAfterTrip } from './linkingCode.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a linking code is told to the tab that went to the provider for it, once, and to no other', () => {
  const hash = '#code=ABCD-EFGH-2345'
  expect(hashAfterTrip(hash)).toBe('')
  beginTrip()
  expect(hashAfterTrip(hash)).toBe(hash)
  expect(hashAfterTrip(hash)).toBe('')
  expect(hashAfterTrip('#session-expiree')).toBe('#session-expiree')
})
