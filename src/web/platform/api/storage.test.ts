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
] as const)('a sign-in that ends takes along what is kept of %s', (_what, jwt, left) => {
  store('login', 'claire')
  if (jwt !== null) store('jwt', jwt)
  clearStoredOf(tokenOf('a'))
  expect([...kept.keys()].toSorted()).toEqual(left)
})

it('a token that is none is forgotten with the rest [SIGN-32]', () => {
  store('jwt', 'a.forged.token')
  clearStoredOf('a.forged.token')
  expect([...kept.keys()]).toEqual([])
})
