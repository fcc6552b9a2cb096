import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstScreen, noteFactor } from './lastFactor.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const withPasskey = ['totp', 'passkey', 'recovery'] as const

it('the passkey is asked for first where it was used last, of who has one', () => {
  expect(firstScreen(withPasskey)).toBe('totp')
  noteFactor('passkey')
  expect([firstScreen(withPasskey), firstScreen(['totp']), firstScreen([])]).toEqual([
    'passkey',
    'totp',
    'none',
  ])
})

it.each([
  ['totp', 'totp'],
  ['recovery', 'totp'],
  ['sso', 'passkey'],
] as const)('after %s, %s comes first', (used, first) => {
  noteFactor('passkey')
  noteFactor(used)
  expect(firstScreen(withPasskey)).toBe(first)
})
