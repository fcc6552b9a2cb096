import { expect, it } from 'vitest'
import { keptInMemory } from '#web/testing/storage.ts'
import { markSsoRedirect, hashAfterSsoRedirect } from './linkingCode.ts'

keptInMemory('sessionStorage')

it('a linking code is accepted once, in the tab that requested it from the provider', () => {
  const hash = '#code=ABCD-EFGH-2345'
  expect(hashAfterSsoRedirect(hash)).toBe('')
  markSsoRedirect()
  expect(hashAfterSsoRedirect(hash)).toBe(hash)
  expect(hashAfterSsoRedirect(hash)).toBe('')
  expect(hashAfterSsoRedirect('#session-expiree')).toBe('#session-expiree')
})
