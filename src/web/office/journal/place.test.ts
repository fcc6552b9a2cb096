import { expect, it } from 'vitest'
import { filtersOf, readJournalPlace, typedFilter } from './place.ts'

it('reads the filters of an address and leaves out what is not one [JOUR-06]', () => {
  const address = {
    person: '3',
    group: 'secrets',
    from: '2026-01-15',
    to: 'hier',
    text: 12,
    ip: '',
    entry: -1,
  }
  expect(readJournalPlace(address)).toEqual({ person: 3, group: 'secrets', from: '2026-01-15', text: '12' })
})

it('takes a typed address for an address, anything else for words', () => {
  expect(typedFilter(' 192.0.2.7 ')).toEqual({ ip: '192.0.2.7', text: undefined })
  expect(typedFilter('2001:db8::1')).toEqual({ ip: '2001:db8::1', text: undefined })
  expect(typedFilter('camille')).toEqual({ ip: undefined, text: 'camille' })
  expect(typedFilter('10:30')).toEqual({ ip: undefined, text: '10:30' })
  expect(typedFilter(' ')).toEqual({ ip: undefined, text: undefined })
})

it('includes the last day whole', () => {
  const { from = '', to = '' } = filtersOf({ from: '2026-01-15', to: '2026-01-15' }, false)
  expect(Date.parse(to) - Date.parse(from)).toBe(24 * 60 * 60 * 1000)
})

it('names the chest once', () => {
  expect(filtersOf({ chestId: 4, entry: 9 }, false)).toEqual({ chestId: 4 })
  expect(filtersOf({ chestId: 4, entry: 9 }, true)).toEqual({})
})
