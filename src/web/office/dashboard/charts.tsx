import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import type { Charts } from './ChartsContext.ts'
import styles from './Cards.module.css'

const pictures = () => import('./charts/pictures.tsx')

/** The chart components, each loaded when it is first drawn. */
export const charts: Charts = {
  Pie: lazyPart(
    () => import('./charts/PieChart.tsx').then(({ PieChart }) => PieChart),
    <span className={styles.pieWaiting} />,
  ),
  Trend: lazyPart(
    () => import('./charts/TrendChart.tsx').then(({ TrendChart }) => TrendChart),
    <span className={styles.trendWaiting} />,
  ),
  pieAsPicture: async (...given) => (await pictures()).pieAsPicture(...given),
  trendAsPicture: async (...given) => (await pictures()).trendAsPicture(...given),
}
