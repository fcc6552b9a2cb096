import { expect, it } from 'vitest'
import { filterQuery } from './filterQuery.ts'

it('the filters of an address are those of the call, and unknown values are dropped', () => {
  expect(filterQuery({})).toEqual({})
  expect(
    filterQuery({ role: 'ROLE_INTERVENANT', state: 'blocked', inBank: '3', team: '12', signIn: 'never' }),
  ).toEqual({ role: 'ROLE_INTERVENANT', state: 'blocked', bankId: 3, teamId: 12, lastSignIn: 'never' })
  expect(filterQuery({ role: 'ROOT', state: '1', inBank: '0', team: 'x', signIn: 'today' })).toEqual({})
})
