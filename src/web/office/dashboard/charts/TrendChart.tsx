import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import styles from './Chart.module.css'
import { pagePalette } from './palette.ts'
import { layOut, type TrendKind, type TrendPoint } from './trend.ts'
import { TrendMarks } from './TrendMarks.tsx'
import { useSize } from './useSize.ts'

export type TrendChartProps = {
  kind: TrendKind
  points: readonly TrendPoint[]
  /** Of the days, for whoever reads them one by one. */
  label: string
  /** What is shown before a day is read. */
  summary: string
  readingOf: (point: TrendPoint) => string
}

const fontSize = 12
const week = 7

/** Days that a key goes on by; Infinity is an end. */
const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -week,
  PageUp: week,
  Home: -Infinity,
  End: Infinity,
}

/**
 * A chart by day. The pointer, and on the keyboard a slider over the whole of it, read one day at a time. A screen
 * reader has the slider, and the table of the same figures beside the chart.
 */
export function TrendChart({ kind, points, label, summary, readingOf }: TrendChartProps): ReactNode {
  const { frame, width, height } = useSize()
  const [cursor, setCursor] = useState<number | null>(null)
  const last = points.length - 1
  const index = Math.min(cursor ?? last, last)
  const point = points[index]
  if (point === undefined) return null
  const size = { width, height, fontSize }

  const readAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, right } = layOut(points, kind, size)
    const share = (clientX - currentTarget.getBoundingClientRect().left - left) / (right - left)
    setCursor(Math.max(0, Math.min(last, Math.floor(share * points.length))))
  }
  const readByKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setCursor(Math.max(0, Math.min(last, index + step)))
  }
  return (
    <div className={styles.trend}>
      <p className={styles.reading}>{cursor === null ? summary : readingOf(point)}</p>
      <div
        ref={frame}
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={readingOf(point)}
        onKeyDown={readByKey}
        onBlur={() => setCursor(null)}
        onPointerDown={readAt}
        onPointerMove={readAt}
        onPointerLeave={() => setCursor(null)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" focusable="false">
            <TrendMarks
              kind={kind}
              points={points}
              size={size}
              palette={pagePalette}
              cursor={cursor === null ? null : index}
            />
          </svg>
        )}
      </div>
    </div>
  )
}
