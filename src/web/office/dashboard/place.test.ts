import { expect, test } from 'vitest'
import { itemHref, passwordsHref, readPasswordPlace } from './place.ts'

test('readPasswordPlace reads every parameter, with numbers and booleans as such or as text', () => {
  const place = {
    level: 2,
    concern: 'weak',
    changeable: true,
    chestId: 7,
    sort: 'age',
    order: 'DESC',
    offset: 50,
    limit: 25,
    from: 'company',
  } as const
  expect(readPasswordPlace(place)).toEqual(place)
  expect(
    readPasswordPlace({ ...place, level: '2', changeable: 'true', chestId: '7', offset: '50', limit: '25' }),
  ).toEqual(place)
})

test('readPasswordPlace leaves out invalid parameters', () => {
  const address = {
    level: 6,
    concern: 'leaked',
    changeable: false,
    chestId: 0,
    sort: 'name',
    order: 'down',
    offset: -1,
    limit: 7,
    from: 'me',
  }
  expect(readPasswordPlace(address)).toEqual({})
  expect(readPasswordPlace({ level: 0 })).toEqual({})
})

test('the links of the dashboard lead to the list and to the item', () => {
  expect(passwordsHref({ concern: 'old', changeable: true })).toBe(
    '/routes/dashboard/passwords?concern=old&changeable=true',
  )
  expect(itemHref({ id: 3, chest_id: 5, folder_id: null })).toBe(
    '/routes/explorer?chestId=5&selectId=3&selectType=item',
  )
  expect(itemHref({ id: 3, chest_id: 5, folder_id: 8 })).toBe(
    '/routes/explorer?chestId=5&folderId=8&selectId=3&selectType=item',
  )
})
