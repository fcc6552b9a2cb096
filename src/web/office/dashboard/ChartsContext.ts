import { createContext, use, type ReactNode } from 'react'
import type { PieChartProps } from './charts/PieChart.tsx'
import type { TrendPicture } from './charts/pictures.tsx'
import type { TrendChartProps } from './charts/TrendChart.tsx'
import type { LevelCounts } from './figure.ts'

/** The chart components. Their code is loaded when the first chart is drawn. */
export type Charts = {
  Pie: (props: PieChartProps) => ReactNode
  Trend: (props: TrendChartProps) => ReactNode
  pieAsPicture: (title: string, counts: LevelCounts, today: string) => Promise<Blob>
  trendAsPicture: (chart: TrendPicture, today: string) => Promise<Blob>
}

/** null without a script: the server renders the figures as tables. */
export const ChartsContext = createContext<Charts | null>(null)

export const useCharts = (): Charts | null => use(ChartsContext)
