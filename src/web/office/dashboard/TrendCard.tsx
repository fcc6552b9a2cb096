import { useState, type ReactNode } from 'react'
import { dashboardTexts, dayTexts } from '#texts/office/dashboard.ts'
import { formatNumber } from '#texts/platform/format.ts'
import { cx } from '#web/platform/ui/given.ts'
import styles from './Cards.module.css'
import type { TrendKind, TrendPoint } from './charts/trend.ts'
import { useCharts } from './ChartsContext.ts'
import { ChartTools, type ChartView } from './ChartTools.tsx'
import type { Figure } from './figure.ts'
import { FigureCard, TableHead } from './FigureCard.tsx'

export type TrendCardProps = {
  title: string
  kind: TrendKind
  figure: Figure<readonly TrendPoint[]>
  /** The column name of the counted thing. */
  column: string
  /** Returns a count with its noun. */
  valueOf: (count: number) => string
  /** Returns the summary of all days. */
  summaryOf: (points: readonly TrendPoint[]) => string
}

/**
 * A chart by day with its table. The table stays in the document for screen readers while the chart is shown.
 */
export function TrendCard(props: TrendCardProps): ReactNode {
  const { title, kind, figure, column, valueOf, summaryOf } = props
  const charts = useCharts()
  const [view, setView] = useState<ChartView>('chart')
  const { value = [] } = figure
  return (
    <FigureCard
      title={title}
      figure={figure}
      width="half"
      isEmpty={(points) => points.every(({ nb }) => nb === 0)}
      waiting={<span className={cx(styles.trendWaiting, styles.bone)} />}
      tools={
        charts === null ? undefined : (
          <ChartTools
            title={title}
            view={view}
            onView={setView}
            picture={(today) =>
              charts.trendAsPicture(
                { title, kind, points: value, summary: summaryOf(value), series: column },
                today,
              )
            }
            lines={() => [[dashboardTexts.columns.day, column], ...value.map(({ day, nb }) => [day, nb])]}
          />
        )
      }
    >
      {(points) => {
        const table = <DayTable title={title} column={column} points={points} />
        if (charts === null) return table
        if (view === 'table') {
          return (
            <div className={styles.days} role="group" aria-label={title} tabIndex={0}>
              {table}
            </div>
          )
        }
        return (
          <>
            <charts.Trend
              kind={kind}
              points={points}
              label={dashboardTexts.browseDays(title)}
              summary={summaryOf(points)}
              readingOf={({ day, nb }) => dashboardTexts.reading(day, valueOf(nb))}
            />
            <div className={styles.twin}>{table}</div>
          </>
        )
      }}
    </FigureCard>
  )
}

/** A table of the days, latest first. */
function DayTable(props: { title: string; column: string; points: readonly TrendPoint[] }): ReactNode {
  return (
    <table className={styles.table} aria-label={props.title}>
      <TableHead columns={[dashboardTexts.columns.day, props.column]} />
      <tbody>
        {props.points.toReversed().map(({ day, nb }) => (
          <tr key={day}>
            <th scope="row">{dayTexts.full(day)}</th>
            <td>{formatNumber(nb)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
