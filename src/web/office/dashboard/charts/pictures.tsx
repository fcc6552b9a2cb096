import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { dashboardTexts, percent } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import type { LevelCounts } from '#web/office/dashboard/figure.ts'
import { sumOf } from '../rules.ts'
import { patternId } from './LevelPattern.tsx'
import { lightPalette, type Palette } from './palette.ts'
import { PieMarks } from './PieMarks.tsx'
import type { TrendKind, TrendPoint } from './trend.ts'
import { TrendMarks } from './TrendMarks.tsx'

const [width, height] = [960, 540]
/** Pixels per unit of the picture: sharp on paper and on dense screens. */
const density = 2
const margin = 40

type PictureProps = { title: string; today: string; palette: Palette; children: ReactNode }

function Picture({ title, today, palette, children }: PictureProps): ReactNode {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width * density}
      height={height * density}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="system-ui, sans-serif"
    >
      <rect width={width} height={height} fill={palette.paper} />
      <text x={margin} y={64} fontSize={26} fontWeight={700} fill={palette.ink}>
        {title}
      </text>
      {children}
      <text x={margin} y={height - 24} fontSize={14} fill={palette.quiet}>
        {dashboardTexts.pictureFoot(today)}
      </text>
    </svg>
  )
}

/** Draws the pie of counts by level as a picture, with title and legend. */
export function pieAsPicture(title: string, counts: LevelCounts, today: string): Promise<Blob> {
  const palette = lightPalette()
  const prefix = 'level'
  const total = sumOf(counts)
  return pngOf(
    <Picture title={title} today={today} palette={palette}>
      <g transform="translate(230 285)">
        <PieMarks counts={counts} size={340} palette={palette} prefix={prefix} />
      </g>
      {counts.map(({ level, nb }, row) => (
        <g key={level} transform={`translate(460 ${175 + row * 52})`}>
          <rect y={-20} width={28} height={28} rx={6} fill={`url(#${patternId(prefix, level)})`} />
          <text x={44} fontSize={20} fill={palette.ink}>
            {strengthTexts[level]}
          </text>
          <text x={360} fontSize={20} textAnchor="end" fill={palette.ink}>
            {formatNumber(nb)}
          </text>
          <text x={460} fontSize={20} textAnchor="end" fill={palette.quiet}>
            {percent(nb / total)}
          </text>
        </g>
      ))}
    </Picture>,
  )
}

export type TrendPicture = {
  title: string
  kind: TrendKind
  points: readonly TrendPoint[]
  summary: string
  /** What a column or the line stands for. */
  series: string
}

/** Draws a chart by day as a picture, with title and legend. */
export function trendAsPicture(chart: TrendPicture, today: string): Promise<Blob> {
  const palette = lightPalette()
  const size = { width: width - 2 * margin, height: 330, fontSize: 16 }
  return pngOf(
    <Picture title={chart.title} today={today} palette={palette}>
      <rect x={margin} y={84} width={16} height={16} rx={4} fill={palette.series} />
      <text x={margin + 26} y={98} fontSize={17} fill={palette.quiet}>
        {dashboardTexts.pictureLegend(chart.series, chart.summary)}
      </text>
      <g transform={`translate(${margin} 130)`}>
        <TrendMarks kind={chart.kind} points={chart.points} size={size} palette={palette} />
      </g>
    </Picture>,
  )
}

/** Renders a drawing to a PNG, outside the page. */
async function pngOf(drawing: ReactNode): Promise<Blob> {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(drawing))
  const markup = Array.from(host.children, (child) => new XMLSerializer().serializeToString(child)).join('')
  root.unmount()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * density
  canvas.height = height * density
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob === null ? fail(new Error('no picture')) : done(blob)), 'image/png'),
  )
}
