import {
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react'
import styles from './Chart.module.css'
import { pagePalette } from './palette.ts'
import { layOut, type TrendKind, type TrendPoint } from './trend.ts'
import { TrendMarks } from './TrendMarks.tsx'

export type TrendChartProps = {
  kind: TrendKind
  points: readonly TrendPoint[]
  /** The accessible name of the slider over the days. */
  label: string
  /** Shown while no day is selected. */
  summary: string
  readingOf: (point: TrendPoint) => string
}

const fontSize = 12
const week = 7

/** The number of days that a key moves by; Infinity moves to the end. */
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
 * A chart by day. The pointer, or a slider for the keyboard, reads one day at a time. Screen readers have the
 * slider, and the table of the same figures beside the chart.
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

/** Returns the size of an element in pixels and follows its changes. It is zero before the first layout. */
function useSize() {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, ...size }
}
