import { describe, expect, test } from 'vitest'
import { byLevel, changeOf, sumOf } from './rules.ts'

const today = '2026-03-31'
const monthAgo = '2026-03-01'

describe('the change of an indicator', () => {
  test.each([
    ['weakShare', 23.4, 25.1, -1.7, 'better'],
    ['weakShare', 0.3, 0.1, 0.2, 'worse'],
    ['reused', 10, 4, 6, 'worse'],
    ['old', 4, 10, -6, 'better'],
    ['usersWithoutFactor', 1, 0, 1, 'worse'],
    ['items', 12, 10, 2, null],
    ['activeUsers', 8, 10, -2, null],
    ['reused', 5, 5, 0, null],
  ] as const)(
    'compares %s at %d with %d: difference %d, verdict %s',
    (indicator, value, then, difference, verdict) => {
      const before = { days: monthAgo, value: then }
      expect(changeOf({ indicator, name: '', unreadableChests: 0, value, before }, today)).toEqual({
        difference,
        verdict,
        since: null,
      })
    },
  )

  test('has the day of a value that is not 30 days old', () => {
    const before = { days: '2026-03-20', value: 1 }
    expect(
      changeOf({ indicator: 'items', name: '', unreadableChests: 0, value: 3, before }, today)?.since,
    ).toBe('2026-03-20')
  })

  test('is null without a stored value', () => {
    expect(
      changeOf({ indicator: 'items', name: '', unreadableChests: 0, value: 3, before: null }, today),
    ).toBeNull()
  })
})

test('byLevel counts a level that is missing in the reply as zero', () => {
  const counts = byLevel([
    { level: 4, nb: 3 },
    { level: 1, nb: 2 },
  ])
  expect(counts.map(({ level, nb }) => [level, nb])).toEqual([
    [1, 2],
    [2, 0],
    [3, 0],
    [4, 3],
    [5, 0],
  ])
  expect(sumOf(counts)).toBe(5)
})
