import { expect, test } from 'vitest'
import { discardsHandle } from './useHandleDiscard.ts'

test('the back offices discard the handle, with and without a trailing slash [SESS-09]', () => {
  for (const page of ['bank', 'chest', 'team', 'user', 'administration', 'dashboard']) {
    expect(discardsHandle(`/routes/${page}`)).toBe(true)
    expect(discardsHandle(`/routes/${page}/`)).toBe(true)
  }
  expect(discardsHandle('/routes/dashboard/passwords')).toBe(true)
  for (const page of ['explorer', 'trash', 'manager']) expect(discardsHandle(`/routes/${page}`)).toBe(false)
})
