import { expect, it } from 'vitest'
import { keptInMemory } from '#web/testing/storage.ts'
import { firstScreen, noteFactor } from './lastFactor.ts'

keptInMemory('localStorage')

const withPasskey = ['totp', 'passkey', 'recovery'] as const

it('the passkey is the first method where it was used last, if the account has one', () => {
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
] as const)('after %s, %s is the first method', (used, first) => {
  noteFactor('passkey')
  noteFactor(used)
  expect(firstScreen(withPasskey)).toBe(first)
})
