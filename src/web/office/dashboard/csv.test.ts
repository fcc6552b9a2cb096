import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a CSV file has a byte order mark, semicolons, CR LF and decimal commas', () => {
  expect(
    csvOf([
      ['Robustesse', 'Part (%)'],
      ['Moyen', 17.1],
    ]),
  ).toBe('\ufeffRobustesse;Part (%)\r\nMoyen;17,1\r\n')
})

test.each([
  ['a;b', '"a;b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@sum(A1)', "'@sum(A1)"],
  ['-2', "'-2"],
])('the cell %j is written as %j', (text, written) => {
  expect(csvOf([[text]])).toBe(`\ufeff${written}\r\n`)
})

test('a negative number is not escaped as a formula', () => {
  expect(csvOf([[-1.5]])).toBe('\ufeff-1,5\r\n')
})
