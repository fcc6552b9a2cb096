import { expect, it } from 'vitest'
import { listOrders } from '#web/platform/shell/listPlace.ts'
import { criteriaOf, orderOf, ordersOf, sortOf } from './bankList.ts'

it('the search criteria match a number against ids and any other text against labels [BANK-11]', () => {
  expect(criteriaOf('12')).toEqual({ field: 'id', comparator: '=', value: 12, operator: 'AND' })
  expect(criteriaOf('12e')).toMatchObject({ field: 'label', comparator: 'LIKE', value: '12e' })
  expect(criteriaOf('50 %')).toMatchObject({ field: 'label', value: '50 %' })
  // A number above the largest id is searched as text.
  expect(criteriaOf('99999999999999999999')).toMatchObject({ field: 'label', comparator: 'LIKE' })
})

it('the order in the address sorts by id or by label, ascending or descending', () => {
  expect(ordersOf(undefined)).toEqual({ id: 'ASC' })
  expect(ordersOf('desc')).toEqual({ id: 'DESC' })
  expect(ordersOf('label')).toEqual({ label: 'ASC' })
  expect(ordersOf('label-desc')).toEqual({ label: 'DESC' })
  for (const order of [undefined, ...listOrders]) expect(orderOf(sortOf(order))).toBe(order)
})
