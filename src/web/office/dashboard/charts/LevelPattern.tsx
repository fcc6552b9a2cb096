import { useId, type ReactNode } from 'react'
import type { ChartLevel, Palette } from './palette.ts'

type Marks = { size: number; path: string; width: number }

/** Stripes, dots, lines and a grid distinguish the levels without colour. The strongest is plain. */
const marks: Record<ChartLevel, Marks | null> = {
  1: { size: 8, path: 'M-2 2l4-4M0 8l8-8M6 10l4-4', width: 2 },
  2: { size: 7, path: 'M3.5 3.5v0', width: 3.2 },
  3: { size: 6, path: 'M0 3h6', width: 1.6 },
  4: { size: 9, path: 'M0 4.5h9M4.5 0v9', width: 1.2 },
  5: null,
}

export const patternId = (prefix: string, level: ChartLevel): string => `${prefix}-${level}`

/** The fill of a level: its colour below marks in the paper's colour. */
export function LevelPattern(props: { prefix: string; level: ChartLevel; palette: Palette }): ReactNode {
  const { prefix, level, palette } = props
  const drawn = marks[level]
  const size = drawn?.size ?? 8
  return (
    <pattern id={patternId(prefix, level)} width={size} height={size} patternUnits="userSpaceOnUse">
      <rect width={size} height={size} fill={palette.levels[level]} />
      {drawn !== null && (
        <path
          d={drawn.path}
          fill="none"
          stroke={palette.paper}
          strokeOpacity={0.7}
          strokeWidth={drawn.width}
          strokeLinecap="round"
        />
      )}
    </pattern>
  )
}

/** A small square in the fill of a level, for a legend. The level's name stands beside it. */
export function LevelSwatch({ level, palette }: { level: ChartLevel; palette: Palette }): ReactNode {
  const id = useId()
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <defs>
        <LevelPattern prefix={id} level={level} palette={palette} />
      </defs>
      <rect width="16" height="16" rx="4" fill={`url(#${patternId(id, level)})`} />
    </svg>
  )
}
