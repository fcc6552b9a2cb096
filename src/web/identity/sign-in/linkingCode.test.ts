import { expect, it } from 'vitest'
import { keptInMemory } from '#web/testing/storage.ts'
import { beginTrip, hashAfterTrip } from './linkingCode.ts'

keptInMemory('sessionStorage')

it('a linking code is accepted once, in the tab that requested it from the provider', () => {
  const hash = '#code=ABCD-EFGH-2345'
  expect(hashAfterTrip(hash)).toBe('')
  beginTrip()
  expect(hashAfterTrip(hash)).toBe(hash)
  expect(hashAfterTrip(hash)).toBe('')
  expect(hashAfterTrip('#session-expiree')).toBe('#session-expiree')
})
