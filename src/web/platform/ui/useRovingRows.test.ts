import { expect, it } from 'vitest'
import { heirOf } from './useRovingRows.ts'

const rows = ['a', 'b', 'c', 'd']

it('heirOf returns the next remaining row after a removed one, else the one before', () => {
  expect(heirOf(rows, ['a', 'c', 'd'], 'b')).toBe('c')
  expect(heirOf(rows, ['a', 'd'], 'b')).toBe('d')
  expect(heirOf(rows, ['a', 'b', 'c'], 'd')).toBe('c')
})

it('heirOf returns null when all rows are different, or none was active', () => {
  expect(heirOf(rows, ['x', 'y'], 'b')).toBeNull()
  expect(heirOf(rows, ['a'], null)).toBeNull()
})
