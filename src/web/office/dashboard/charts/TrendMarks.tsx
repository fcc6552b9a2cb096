import { useId, type ReactNode } from 'react'
import { AreaClosed, Bar, LinePath } from '@visx/shape'
import { formatNumber } from '#texts/platform/format.ts'
import type { Palette } from './palette.ts'
import { dayLabels, layOut, type TrendKind, type TrendPoint, type TrendSize } from './trend.ts'

export type TrendMarksProps = {
  kind: TrendKind
  points: readonly TrendPoint[]
  size: TrendSize
  palette: Palette
  /** The index of the day being read, if any. */
  cursor?: number | null
}

/** Columns or an area by day, with its axes. */
export function TrendMarks({ kind, points, size, palette, cursor = null }: TrendMarksProps): ReactNode {
  const layout = layOut(points, kind, size)
  const { left, right, bottom, count, ticks } = layout
  const { fontSize } = size
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={count(tick)} y2={count(tick)} stroke={palette.line} />
          <text
            x={left - 8}
            y={count(tick) + fontSize * 0.35}
            textAnchor="end"
            fontSize={fontSize}
            fill={palette.quiet}
          >
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {dayLabels(points, kind, layout, size).map(({ index, x, text }) => (
        <text
          key={index}
          x={x}
          y={size.height - 3}
          textAnchor="middle"
          fontSize={fontSize}
          fill={palette.quiet}
        >
          {text}
        </text>
      ))}
      {kind === 'columns' ? (
        <Columns {...{ points, layout, palette, cursor }} />
      ) : (
        <Area {...{ points, layout, palette, cursor }} />
      )}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke={palette.quiet} />
    </>
  )
}

type SeriesProps = Pick<TrendMarksProps, 'points' | 'palette'> & {
  layout: ReturnType<typeof layOut>
  cursor: number | null
}

function Columns({ points, layout, palette, cursor }: SeriesProps): ReactNode {
  const { band, bottom, count } = layout
  return points.map(({ nb }, index) => {
    const top = count(nb)
    return (
      <Bar
        key={index}
        x={band(index) ?? 0}
        y={top}
        width={band.bandwidth()}
        height={Math.max(0, bottom - top)}
        rx={Math.min(2, band.bandwidth() / 3)}
        fill={palette.series}
        opacity={cursor === null || cursor === index ? 1 : 0.4}
      />
    )
  })
}

function Area({ points, layout, palette, cursor }: SeriesProps): ReactNode {
  const id = useId()
  const { middleOf, count, top, bottom } = layout
  const read = cursor === null ? undefined : points[cursor]
  const indexed = points.map(({ nb }, index) => ({ nb, index }))
  const x = ({ index }: { index: number }) => middleOf(index)
  const y = ({ nb }: { nb: number }) => count(nb)
  return (
    <>
      <defs>
        <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} fill={palette.series} opacity={0.16} />
          <path d="M-1 1l2-2M0 6l6-6M5 7l2-2" stroke={palette.series} strokeOpacity={0.35} />
        </pattern>
      </defs>
      <AreaClosed data={indexed} x={x} y={y} yScale={count} fill={`url(#${id})`} />
      <LinePath data={indexed} x={x} y={y} stroke={palette.series} strokeWidth={2} fill="none" />
      {cursor !== null && read !== undefined && (
        <>
          <line x1={middleOf(cursor)} x2={middleOf(cursor)} y1={top} y2={bottom} stroke={palette.quiet} />
          <circle
            cx={middleOf(cursor)}
            cy={count(read.nb)}
            r={5}
            fill={palette.series}
            stroke={palette.paper}
            strokeWidth={2}
          />
        </>
      )}
    </>
  )
}
