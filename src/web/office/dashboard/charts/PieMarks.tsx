import { type MouseEvent, type ReactNode } from 'react'
import { Pie } from '@visx/shape'
import { passwordLevels } from '#domain/vault/figures.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { sumOf } from '../rules.ts'
import type { LevelCounts } from '#web/office/dashboard/figure.ts'
import { LevelPattern, patternId } from './LevelPattern.tsx'
import type { ChartLevel, Palette } from './palette.ts'

type LevelCount = LevelCounts[number]

export type SliceEvents = {
  hrefOf: (level: ChartLevel) => string
  onEnter: (level: ChartLevel) => void
  onClick: (level: ChartLevel, event: MouseEvent) => void
}

export type PieMarksProps = {
  counts: LevelCounts
  /** The outer diameter. */
  size: number
  palette: Palette
  /** Unique in the document. */
  prefix: string
  /** The slice under the pointer: the middle shows its count and the others fade. */
  active?: ChartLevel | null
  /** Without events the pie is not interactive. */
  events?: SliceEvents
}

/** A pie by level with the total in its middle, drawn around the origin. */
export function PieMarks({ counts, size, palette, prefix, active = null, events }: PieMarksProps): ReactNode {
  const shown = counts.filter(({ nb }) => nb > 0)
  const middle = counts.find(({ level }) => level === active)?.nb ?? sumOf(counts)
  return (
    <>
      <defs>
        {passwordLevels.map((level) => (
          <LevelPattern key={level} prefix={prefix} level={level} palette={palette} />
        ))}
      </defs>
      <Pie<LevelCount>
        data={shown}
        pieValue={({ nb }) => nb}
        pieSort={null}
        pieSortValues={null}
        innerRadius={size * 0.29}
        outerRadius={size / 2 - 1}
      >
        {({ arcs, path }) =>
          arcs.map((arc) => {
            const { level } = arc.data
            const slice = (
              <path
                d={path(arc) ?? ''}
                fill={`url(#${patternId(prefix, level)})`}
                // A single slice needs no separating stroke.
                stroke={shown.length > 1 ? palette.paper : 'none'}
                strokeWidth={2}
                opacity={active === null || active === level ? 1 : 0.35}
              />
            )
            return events === undefined ? (
              <g key={level}>{slice}</g>
            ) : (
              // The legend has the same link for the keyboard and for screen readers.
              <a
                key={level}
                href={events.hrefOf(level)}
                tabIndex={-1}
                onPointerEnter={() => events.onEnter(level)}
                onClick={(event) => events.onClick(level, event)}
              >
                {slice}
              </a>
            )
          })
        }
      </Pie>
      <text textAnchor="middle" y={size * 0.015} fontSize={size * 0.125} fontWeight={700} fill={palette.ink}>
        {formatNumber(middle)}
      </text>
      <text textAnchor="middle" y={size * 0.1} fontSize={Math.max(11, size * 0.062)} fill={palette.quiet}>
        {dashboardTexts.passwordsWord(middle)}
      </text>
    </>
  )
}
