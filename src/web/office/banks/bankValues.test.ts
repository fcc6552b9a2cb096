import { expect, it } from 'vitest'
import { readMaxUser } from './bankValues.ts'

it('readMaxUser reads an empty limit as none and refuses what is not a whole number [BANK-03]', () => {
  expect(['', ' ', '0', '12', '1 000', '1000000'].map(readMaxUser)).toEqual([
    null,
    null,
    0,
    12,
    1000,
    1_000_000,
  ])
  expect(['-1', '1,5', 'dix', '1000001', '1e3'].map(readMaxUser)).toEqual(Array(5).fill(undefined))
})
