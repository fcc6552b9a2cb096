import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonFault } from './jsonFault.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it('jsonFault finds a fault exactly where JSON.parse throws', () => {
  const parts = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '1',
    '-0.5e3',
    'null',
    'true',
    ' ',
    '\n',
    '"',
    '01',
    'x',
    '\\u00',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.array(parts, { maxLength: 12 }).map((some) => some.join('')),
      ),
      (text) => {
        expect(jsonFault(text) === null).toBe(isJson(text))
      },
    ),
    { numRuns: 3_000 },
  )
})

it.each([
  ['', 1, 1],
  ['{"a": 1,}', 1, 9],
  ['[1, 2', 1, 6],
  ['{\n  "a": "b\n}', 2, 8],
  ['{} x', 1, 4],
  ["{'a': 1}", 1, 2],
])('jsonFault returns the line and column of the fault in %j', (text, line, column) => {
  expect(jsonFault(text)).toEqual({ line, column })
})

it('jsonFault follows deep nesting without overflowing the stack', () => {
  expect(jsonFault('['.repeat(100_000))).toEqual({ line: 1, column: 100_001 })
})
