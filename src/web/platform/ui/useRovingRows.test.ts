import { expect, it } from 'vitest'
import { successorOf } from './useRovingRows.ts'

const rows = ['a', 'b', 'c', 'd']

it('successorOf returns the next remaining row after a removed one, else the one before', () => {
  expect(successorOf(rows, ['a', 'c', 'd'], 'b')).toBe('c')
  expect(successorOf(rows, ['a', 'd'], 'b')).toBe('d')
  expect(successorOf(rows, ['a', 'b', 'c'], 'd')).toBe('c')
})

it('successorOf returns null when all rows are different, or none was active', () => {
  expect(successorOf(rows, ['x', 'y'], 'b')).toBeNull()
  expect(successorOf(rows, ['a'], null)).toBeNull()
})
