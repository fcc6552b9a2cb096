import { expect, it } from 'vitest'
import { listOrders } from '#web/platform/shell/listPlace.ts'
import { criteriaOf, orderOf, ordersOf, sortOf } from './bankList.ts'

it('finds the id that a number names, and labels that hold anything else [BANK-11]', () => {
  expect(criteriaOf('12')).toEqual({ field: 'id', comparator: '=', value: 12, operator: 'AND' })
  expect(criteriaOf('12e')).toMatchObject({ field: 'label', comparator: 'LIKE', value: '12e' })
  expect(criteriaOf('50 %')).toMatchObject({ field: 'label', value: '50 %' })
  // Beyond what an id can be, it is a text like another.
  expect(criteriaOf('99999999999999999999')).toMatchObject({ field: 'label', comparator: 'LIKE' })
})

it('asks for the order that the address names, by numbers or by labels, either way', () => {
  expect(ordersOf(undefined)).toEqual({ id: 'ASC' })
  expect(ordersOf('desc')).toEqual({ id: 'DESC' })
  expect(ordersOf('label')).toEqual({ label: 'ASC' })
  expect(ordersOf('label-desc')).toEqual({ label: 'DESC' })
  for (const order of [undefined, ...listOrders]) expect(orderOf(sortOf(order))).toBe(order)
})
