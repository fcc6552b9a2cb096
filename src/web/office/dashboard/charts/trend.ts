import { scaleBand, scaleLinear } from '@visx/scale'
import { dayTexts } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'

/** columns: a count for each day. area: a level that continues from day to day. */
export type TrendKind = 'columns' | 'area'
export type TrendPoint = { day: string; nb: number }
export type TrendSize = { width: number; height: number; fontSize: number }

const gap = { top: 10, right: 10, bottom: 10, tick: 8 }

/** Widths of texts in parts of the font size, with the wider spaces of WCAG 1.4.12: a chart cuts no text. */
const room = { digit: 0.78, halfDay: 2.5, day: 5 }

/** Returns the scales and edges of a chart by day. */
export function layOut(points: readonly TrendPoint[], kind: TrendKind, size: TrendSize) {
  const { width, height, fontSize } = size
  const largest = Math.max(1, ...points.map(({ nb }) => nb))
  const count = scaleLinear<number>({ domain: [0, largest], range: [0, 1], nice: 4 })
  // Counts are whole numbers.
  const ticks = count.ticks(4).filter(Number.isInteger)
  const tickWidth = Math.max(...ticks.map((tick) => formatNumber(tick).length)) * fontSize * room.digit
  const left = Math.ceil(tickWidth) + gap.tick
  const right = width - gap.right
  const bottom = height - fontSize - gap.bottom
  count.range([bottom, gap.top])
  const band = scaleBand<number>({
    domain: points.map((_, index) => index),
    range: [left, right],
    padding: kind === 'columns' ? 0.25 : 0,
  })
  const middleOf = (index: number) => (band(index) ?? left) + band.bandwidth() / 2
  return { left, right, top: gap.top, bottom, count, ticks, band, middleOf }
}
export type TrendLayout = ReturnType<typeof layOut>

/** A label below the chart. `x` is the text's middle, moved only as far as the chart's edge requires. */
export type DayLabel = { index: number; x: number; text: string }

/** Returns the day labels, with space between them: the most recent days, or the first of each month. */
export function dayLabels(
  points: readonly TrendPoint[],
  kind: TrendKind,
  { middleOf }: Pick<TrendLayout, 'middleOf'>,
  { width, fontSize }: TrendSize,
): DayLabel[] {
  const textOf = kind === 'columns' ? dayTexts.short : dayTexts.month
  const half = fontSize * room.halfDay
  const labels: DayLabel[] = []
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const day = points[index]?.day ?? ''
    if (kind === 'area' && !day.endsWith('-01')) continue
    const x = Math.min(Math.max(middleOf(index), half), width - half)
    const next = labels.at(-1)
    if (next === undefined || next.x - x >= fontSize * room.day) labels.push({ index, x, text: textOf(day) })
  }
  return labels
}
