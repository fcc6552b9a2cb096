import { expect, it } from 'vitest'
import { keptInMemory } from '#web/testing/storage.ts'
import { preferredScreen, storeLastFactor } from './lastFactor.ts'

keptInMemory('localStorage')

const withPasskey = ['totp', 'passkey', 'recovery'] as const

it('the passkey is the first method where it was used last, if the account has one', () => {
  expect(preferredScreen(withPasskey)).toBe('totp')
  storeLastFactor('passkey')
  expect([preferredScreen(withPasskey), preferredScreen(['totp']), preferredScreen([])]).toEqual([
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
  storeLastFactor('passkey')
  storeLastFactor(used)
  expect(preferredScreen(withPasskey)).toBe(first)
})
