import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawPassphrase } from './passphrase.ts'

/** Returns the given numbers in turn, as two bytes each. */
const source = (...numbers: number[]) => {
  const left = [...numbers]
  return () => {
    const number = left.shift() ?? 0
    return Uint8Array.of(number >> 8, number & 255)
  }
}

test('drawPassphrase picks each word by its random number', () => {
  expect(drawPassphrase(['un', 'deux', 'trois', 'quatre'], source(0, 1, 2, 3, 4, 65_535))).toBe(
    'un deux trois quatre un quatre',
  )
})

test('drawPassphrase discards a number that would favour the first words', () => {
  // 65535 is a multiple of 3: the number 65535 itself is out of range.
  expect(drawPassphrase(['a', 'b', 'c'], source(65_535, 1, 2), 2)).toBe('b c')
})

test('drawPassphrase refuses a list that two bytes cannot index', () => {
  expect(() => drawPassphrase([], randomBytes)).toThrow(RangeError)
  expect(() => drawPassphrase(Array.from({ length: 65_537 }, String), randomBytes)).toThrow(RangeError)
})
