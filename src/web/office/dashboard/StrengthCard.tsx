import { useState, type ReactNode } from 'react'
import { passwordLevels } from '#domain/vault/figures.ts'
import { dashboardTexts, percent } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { strengthTexts } from '#texts/platform/ratings.ts'
import { cx } from '#web/platform/ui/given.ts'
import styles from './Cards.module.css'
import { LevelSwatch } from './charts/LevelPattern.tsx'
import { pagePalette, type ChartLevel } from './charts/palette.ts'
import { useCharts } from './ChartsContext.ts'
import { ChartTools, type ChartView } from './ChartTools.tsx'
import type { Figure, LevelCounts } from './figure.ts'
import { FigureCard, TableHead, waitingLines } from './FigureCard.tsx'
import { FigureLink } from './FigureLink.tsx'
import { passwordsHref } from './place.ts'
import { byLevel, sumOf } from './rules.ts'

const texts = dashboardTexts.columns

export type StrengthCardProps = {
  title: string
  figure: Figure<LevelCounts>
  /** Whose passwords are counted. */
  of: 'reader' | 'company'
}

/** A pie of passwords by level. Its legend is a table of the same figures, with links to the lists. */
export function StrengthCard({ title, figure, of }: StrengthCardProps): ReactNode {
  const charts = useCharts()
  const [view, setView] = useState<ChartView>('chart')
  const [active, setActive] = useState<ChartLevel | null>(null)
  const hrefOf = (level: ChartLevel) => passwordsHref({ level, ...(of === 'company' && { from: 'company' }) })
  const linesOf = (counts: LevelCounts) => {
    const all = byLevel(counts)
    const total = sumOf(all)
    return [
      [texts.level, texts.count, `${texts.share} (%)`],
      ...all.map(({ level, nb }) => [strengthTexts[level], nb, Math.round((nb / total) * 1000) / 10]),
    ]
  }
  const { value = [] } = figure
  return (
    <FigureCard
      title={title}
      figure={figure}
      width="medium"
      isEmpty={(counts) => sumOf(counts) === 0}
      waiting={
        <div className={styles.split}>
          <span className={cx(styles.pieWaiting, styles.bone)} />
          <div className={styles.legend}>{waitingLines(passwordLevels.length + 2)}</div>
        </div>
      }
      tools={
        charts === null ? undefined : (
          <ChartTools
            title={title}
            view={view}
            onView={setView}
            picture={(today) => charts.pieAsPicture(title, byLevel(value), today)}
            lines={() => linesOf(value)}
          />
        )
      }
    >
      {(counts) => (
        <div className={styles.split}>
          {charts !== null && view === 'chart' && (
            <charts.Pie counts={byLevel(counts)} active={active} onActive={setActive} hrefOf={hrefOf} />
          )}
          <Legend
            title={title}
            counts={byLevel(counts)}
            hrefOf={hrefOf}
            active={active}
            onActive={setActive}
          />
        </div>
      )}
    </FigureCard>
  )
}

type LegendProps = {
  title: string
  counts: LevelCounts
  hrefOf: (level: ChartLevel) => string
  active: ChartLevel | null
  onActive: (level: ChartLevel | null) => void
}

function Legend({ title, counts, hrefOf, active, onActive }: LegendProps): ReactNode {
  const total = sumOf(counts)
  return (
    <table className={cx(styles.table, styles.legend)} aria-label={title}>
      <TableHead columns={[texts.level, texts.count, texts.share]} />
      <tbody>
        {counts.map(({ level, nb }) => (
          <tr
            key={level}
            className={cx(active === level && styles.active)}
            onPointerEnter={() => onActive(nb > 0 ? level : null)}
            onPointerLeave={() => onActive(null)}
            onFocus={() => onActive(level)}
            onBlur={() => onActive(null)}
          >
            <th scope="row">
              <span className={styles.level}>
                <LevelSwatch level={level} palette={pagePalette} />
                <FigureLink href={nb === 0 ? null : hrefOf(level)}>{strengthTexts[level]}</FigureLink>
              </span>
            </th>
            <td>{formatNumber(nb)}</td>
            <td>{percent(nb / total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{dashboardTexts.total}</th>
          <td>{formatNumber(total)}</td>
          <td>{percent(1)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
