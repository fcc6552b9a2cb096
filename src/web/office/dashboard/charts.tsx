import { lazyPart } from '#web/platform/shell/lazyPart.tsx'
import styles from './Cards.module.css'

const pictures = () => import('./charts/pictures.tsx')
type Pictures = Awaited<ReturnType<typeof pictures>>

/** The chart components, each loaded when it is first drawn. */
export const charts = {
  Pie: lazyPart(
    () => import('./charts/PieChart.tsx').then(({ PieChart }) => PieChart),
    <span className={styles.pieWaiting} />,
  ),
  Trend: lazyPart(
    () => import('./charts/TrendChart.tsx').then(({ TrendChart }) => TrendChart),
    <span className={styles.trendWaiting} />,
  ),
  pieAsPicture: async (...given: Parameters<Pictures['pieAsPicture']>) =>
    (await pictures()).pieAsPicture(...given),
  trendAsPicture: async (...given: Parameters<Pictures['trendAsPicture']>) =>
    (await pictures()).trendAsPicture(...given),
}
