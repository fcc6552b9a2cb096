import { expect, test } from 'vitest'
import { forgetsKey } from './useForgottenKey.ts'

test('the back offices discard the handle, with and without a trailing slash [SESS-09]', () => {
  for (const page of ['bank', 'chest', 'team', 'user', 'administration', 'dashboard']) {
    expect(forgetsKey(`/routes/${page}`)).toBe(true)
    expect(forgetsKey(`/routes/${page}/`)).toBe(true)
  }
  expect(forgetsKey('/routes/dashboard/passwords')).toBe(true)
  for (const page of ['explorer', 'trash', 'manager']) expect(forgetsKey(`/routes/${page}`)).toBe(false)
})
