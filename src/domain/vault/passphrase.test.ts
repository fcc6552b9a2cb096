import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawPassphrase } from './passphrase.ts'

/** Gives the numbers asked for, two bytes each. */
const source = (...numbers: number[]) => {
  const left = [...numbers]
  return () => {
    const number = left.shift() ?? 0
    return Uint8Array.of(number >> 8, number & 255)
  }
}

test('each word is the one that its random number points to', () => {
  expect(drawPassphrase(['un', 'deux', 'trois', 'quatre'], source(0, 1, 2, 3, 4, 65_535))).toBe(
    'un deux trois quatre un quatre',
  )
})

test('a number that would favour the first words is thrown away', () => {
  // 65535 is a multiple of 3: the number 65535 itself is one too many.
  expect(drawPassphrase(['a', 'b', 'c'], source(65_535, 1, 2), 2)).toBe('b c')
})

test('a list that two bytes cannot number is refused', () => {
  expect(() => drawPassphrase([], randomBytes)).toThrow(RangeError)
  expect(() => drawPassphrase(Array.from({ length: 65_537 }, String), randomBytes)).toThrow(RangeError)
})
