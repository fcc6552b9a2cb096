import { expect, it } from 'vitest'
import { addressOfPlace, orderOf, placeOf, readListAddress, sortOf } from './listPlace.ts'

it('placeOf reads row, page and filters of an address, and leaves out invalid parameters', () => {
  expect(placeOf('teamId', { teamId: '7', userId: 3, offset: 25, limit: '50', bank: 'all' })).toEqual({
    id: 7,
    offset: 25,
    limit: 50,
    bank: 'all',
  })
  expect(
    placeOf('teamId', { teamId: '-1', offset: -3, limit: 33, bank: 'x', search: ' ', order: 'u p' }),
  ).toEqual({})
  expect(placeOf('bankId', { search: 12, order: 'desc' })).toEqual({ search: '12', order: 'desc' })
  expect(placeOf('bankId', { order: 'label-desc' })).toEqual({ order: 'label-desc' })
  const names = ['role', 'team', 'state']
  const filtered = { team: 12, state: "'", other: 'x', role: 'ROLE_INTERVENANT' }
  expect(placeOf('userId', filtered, names)).toEqual({ filters: { team: '12', role: 'ROLE_INTERVENANT' } })
  expect(readListAddress('userId', names)(filtered)).toEqual({ team: '12', role: 'ROLE_INTERVENANT' })
})

it('addressOfPlace writes the address that placeOf reads', () => {
  const filters = { state: 'blocked' }
  const place = { id: 4, limit: 10, search: 'été', bank: 'here', panel: 'access', filters } as const
  const address = addressOfPlace('userId', place)
  expect(address).toEqual({
    userId: 4,
    limit: 10,
    search: 'été',
    bank: 'here',
    panel: 'access',
    state: 'blocked',
  })
  expect(readListAddress('userId', ['state'])(address)).toEqual(address)
  expect(placeOf('userId', address, ['state'])).toEqual(place)
})

it('the order in the address names a column and its direction, and any other word is the own order', () => {
  const columns = ['id', 'label', 'create_by']
  for (const order of [undefined, 'desc', 'label', 'label-desc', 'create_by-desc'])
    expect(orderOf(sortOf(order, columns), columns)).toBe(order)
  expect(sortOf('label-desc', columns)).toEqual({ column: 'label', direction: 'descending' })
  for (const order of ['id', 'password', 'password-desc', '-desc', ''])
    expect(sortOf(order, columns)).toEqual({ column: 'id', direction: 'ascending' })
  expect(sortOf('desc', columns)).toEqual({ column: 'id', direction: 'descending' })
})
