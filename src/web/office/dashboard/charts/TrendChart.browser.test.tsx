import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { daysUpTo } from '#domain/platform/days.ts'
import { show } from '#web/testing/show.tsx'
import type { TrendKind } from './trend.ts'
import { TrendChart } from './TrendChart.tsx'

/** The spacing of RGAA 10.12 and WCAG 1.4.12. */
const spacing = '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

/** Returns the texts of the chart that are not whole: beyond its edges, or beyond the start of their neighbour. */
function cutTexts(): string[] {
  const chart = page.getByRole('slider').element().querySelector('svg')
  const frame = chart?.getBoundingClientRect()
  if (!chart || !frame) return ['no chart']
  const texts = [...chart.querySelectorAll('text')].map((text) => ({
    said: text.textContent,
    box: text.getBoundingClientRect(),
  }))
  return texts
    .filter(
      ({ box }) =>
        box.left < frame.left ||
        box.right > frame.right ||
        box.bottom > frame.bottom + 1 ||
        texts.some((other) => {
          const isSameLine = Math.abs(other.box.top - box.top) < 1
          return isSameLine && other.box.left > box.left && other.box.left < box.right
        }),
    )
    .map(({ said }) => said)
}

const september = Date.UTC(2026, 8, 28)
it.each<[TrendKind, number, number]>([
  ['columns', 30, 34],
  ['columns', 30, 100],
  ['columns', 30, 4800],
  ['area', 365, 100],
  ['area', 365, 12_000],
])('%s of %i days up to %i keep their texts whole with wider spaces', async (kind, days, nb) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(spacing)
  const points = daysUpTo(september, days).map((day) => ({ day, nb }))
  await show(
    <TrendChart kind={kind} points={points} label="Jours" summary="Ensemble" readingOf={({ day }) => day} />,
  )
  await document.fonts.ready
  await expect.poll(cutTexts).toEqual([])
  document.adoptedStyleSheets.push(sheet)
  try {
    await expect.poll(cutTexts).toEqual([])
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
})
