import { useId, type ReactNode } from 'react'
import { useFollow } from '#web/platform/back-office/useFollow.ts'
import type { LevelCounts } from '#web/office/dashboard/figure.ts'
import { pagePalette, type ChartLevel } from './palette.ts'
import styles from './Chart.module.css'
import { PieMarks } from './PieMarks.tsx'

export type PieChartProps = {
  counts: LevelCounts
  active: ChartLevel | null
  onActive: (level: ChartLevel | null) => void
  /** Returns the address of the list that a slice opens. */
  hrefOf: (level: ChartLevel) => string
}

const size = 208

/**
 * The pie beside its legend. It is hidden from screen readers: the legend is a table of the same figures and
 * links.
 */
export function PieChart({ counts, active, onActive, hrefOf }: PieChartProps): ReactNode {
  const prefix = useId()
  const follow = useFollow(true)
  return (
    <svg
      className={styles.pie}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      aria-hidden="true"
      focusable="false"
      onPointerLeave={() => onActive(null)}
    >
      <PieMarks
        counts={counts}
        size={size}
        palette={pagePalette}
        prefix={prefix}
        active={active}
        events={{
          hrefOf,
          onEnter: onActive,
          onClick: (level, event) => follow(hrefOf(level))(event),
        }}
      />
    </svg>
  )
}
