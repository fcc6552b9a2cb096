import { describe, expect, test } from 'vitest'
import { daysUpTo } from '#domain/platform/days.ts'
import { dayLabels, layOut, type TrendPoint } from './trend.ts'

const end = Date.UTC(2026, 10, 21)
const month = (nbOf: (index: number) => number): TrendPoint[] =>
  daysUpTo(end, 30).map((day, index) => ({ day, nb: nbOf(index) }))
const year: TrendPoint[] = daysUpTo(end, 365).map((day) => ({ day, nb: 5 }))

describe.each([232, 320, 600, 1000])('a chart that is %d px wide', (width) => {
  const size = { width, height: 216, fontSize: 12 }

  test('places its columns between its axis and its edge', () => {
    const { band, left, right } = layOut(
      month((index) => index),
      'columns',
      size,
    )
    expect(band(0)).toBeGreaterThanOrEqual(left)
    expect((band(29) ?? 0) + band.bandwidth()).toBeLessThanOrEqual(right)
    expect(band.bandwidth()).toBeGreaterThan(3)
  })

  test.each([
    ['columns', month((index) => index)],
    ['area', year],
  ] as const)('labels days of %s with space between them, within the picture', (kind, points) => {
    const layout = layOut(points, kind, size)
    const places = dayLabels(points, kind, layout, size)
      .map(({ x }) => x)
      .reverse()
    expect(places.length).toBeGreaterThan(1)
    for (const [index, place] of places.entries()) {
      expect(place - size.fontSize * 2.5).toBeGreaterThanOrEqual(0)
      expect(place + size.fontSize * 2.5).toBeLessThanOrEqual(width)
      if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(size.fontSize * 5)
    }
  })
})

test('the axis of a chart has whole numbers only, however small the largest value', () => {
  const size = { width: 600, height: 216, fontSize: 12 }
  for (const largest of [1, 2, 3, 7, 48, 1300])
    for (const tick of layOut(
      month(() => largest),
      'columns',
      size,
    ).ticks)
      expect(Number.isInteger(tick)).toBe(true)
  const { count, top } = layOut(
    month(() => 48),
    'columns',
    size,
  )
  expect(count(48)).toBeGreaterThanOrEqual(top)
})
