import { expect, it } from 'vitest'
import { heirOf } from './useRovingRows.ts'

const rows = ['a', 'b', 'c', 'd']

it('gives the place of a row that went to the next one that stays, else to the one before', () => {
  expect(heirOf(rows, ['a', 'c', 'd'], 'b')).toBe('c')
  expect(heirOf(rows, ['a', 'd'], 'b')).toBe('d')
  expect(heirOf(rows, ['a', 'b', 'c'], 'd')).toBe('c')
})

it('gives it to nobody where all rows are others, or none had it', () => {
  expect(heirOf(rows, ['x', 'y'], 'b')).toBeNull()
  expect(heirOf(rows, ['a'], null)).toBeNull()
})
