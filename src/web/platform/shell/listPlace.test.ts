import { expect, it } from 'vitest'
import { addressOfPlace, placeOf, readListAddress } from './listPlace.ts'

it('placeOf reads row, page and filters of an address, and leaves out invalid parameters', () => {
  expect(placeOf('teamId', { teamId: '7', userId: 3, offset: 25, limit: '50', bank: 'all' })).toEqual({
    id: 7,
    offset: 25,
    limit: 50,
    bank: 'all',
  })
  expect(
    placeOf('teamId', { teamId: '-1', offset: -3, limit: 33, bank: 'x', search: ' ', order: 'up' }),
  ).toEqual({})
  expect(placeOf('bankId', { search: 12, order: 'desc' })).toEqual({ search: '12', order: 'desc' })
  expect(placeOf('bankId', { order: 'label-desc' })).toEqual({ order: 'label-desc' })
})

it('addressOfPlace writes the address that placeOf reads', () => {
  const place = { id: 4, limit: 10, search: 'été', bank: 'here', panel: 'access' } as const
  const address = addressOfPlace('userId', place)
  expect(address).toEqual({ userId: 4, limit: 10, search: 'été', bank: 'here', panel: 'access' })
  expect(readListAddress('userId')(address)).toEqual(address)
  expect(placeOf('userId', address)).toEqual(place)
})
