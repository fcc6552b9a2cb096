import { expect, it } from 'vitest'
import { criteriaOf } from './bankList.ts'

it('the search criteria match a number against ids and any other text against labels [BANK-11]', () => {
  expect(criteriaOf('12')).toEqual({ field: 'id', comparator: '=', value: 12, operator: 'AND' })
  expect(criteriaOf('12e')).toMatchObject({ field: 'label', comparator: 'LIKE', value: '12e' })
  expect(criteriaOf('50 %')).toMatchObject({ field: 'label', value: '50 %' })
  // A number above the largest id is searched as text.
  expect(criteriaOf('99999999999999999999')).toMatchObject({ field: 'label', comparator: 'LIKE' })
})
