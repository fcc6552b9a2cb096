import { expect, it } from 'vitest'
import { criteriaOf } from './bankList.ts'

it('finds the id that a number names, and labels that hold anything else [BANK-11]', () => {
  expect(criteriaOf('12')).toEqual({ field: 'id', comparator: '=', value: 12, operator: 'AND' })
  expect(criteriaOf('12e')).toMatchObject({ field: 'label', comparator: 'LIKE', value: '12e' })
  expect(criteriaOf('50 %')).toMatchObject({ field: 'label', value: '50 %' })
  // Beyond what an id can be, it is a text like another.
  expect(criteriaOf('99999999999999999999')).toMatchObject({ field: 'label', comparator: 'LIKE' })
})
