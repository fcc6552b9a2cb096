import { expect, it } from 'vitest'
import { keptInMemory } from '#web/testing/storage.ts'
import { clearStoredOf, store } from './storage.ts'

const kept = keptInMemory('localStorage')

const tokenOf = (jti: string, exp = 300) =>
  `e30.${Buffer.from(JSON.stringify({ jti, exp, sub: '1é' })).toString('base64url')}.c2ln`

it.each([
  ['the same', tokenOf('a'), []],
  ['the same, prolonged', tokenOf('a', 600), []],
  ["another tab's", tokenOf('b'), ['jwt', 'login']],
  ['none any more: another tab is in', null, ['login']],
] as const)(
  'the end of a sign-in clears its stored values when the stored token is %s',
  (_what, jwt, left) => {
    store('login', 'claire')
    if (jwt !== null) store('jwt', jwt)
    clearStoredOf(tokenOf('a'))
    expect([...kept.keys()].toSorted()).toEqual(left)
  },
)

it('an invalid token is cleared with the rest [SIGN-32]', () => {
  store('jwt', 'a.forged.token')
  clearStoredOf('a.forged.token')
  expect([...kept.keys()]).toEqual([])
})
