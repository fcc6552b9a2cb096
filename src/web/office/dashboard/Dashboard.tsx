import type { ReactNode } from 'react'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import styles from './Cards.module.css'
import type { TrendPoint } from './charts/trend.ts'
import type { DashboardFigures, Figure, Health, IndicatorValue } from './figure.ts'
import { DueCard } from './DueCard.tsx'
import { IndicatorsCard } from './IndicatorsCard.tsx'
import { Section } from './Section.tsx'
import { sumOf } from './rules.ts'
import { StrengthCard } from './StrengthCard.tsx'
import { TodoCard } from './TodoCard.tsx'
import { TrendCard } from './TrendCard.tsx'
import { WorstCard } from './WorstCard.tsx'

export type DashboardProps = {
  figures: DashboardFigures
  /** The reader's scope in the company's figures, where it is known. */
  reach?: 'banks' | 'everything' | 'scope'
}

/**
 * The figures of the caller's role and type. The server renders the same component, with tables for charts.
 */
export function Dashboard({ figures, reach = 'scope' }: DashboardProps): ReactNode {
  const { mine, company, connections } = dashboardTexts
  return (
    <div className={styles.sections}>
      <Section
        title={mine.title}
        detail={ownDetail(figures.health.value)}
        warning={warningOf(figures.health.value?.unreadableChests, mine.unreadable)}
        isLate
      >
        <StrengthCard title={mine.strength} figure={figures.strength} of="reader" />
        <WorstCard figure={figures.worst} />
        <TodoCard figure={figures.health} />
        <DueCard figure={figures.due} />
      </Section>
      {figures.company !== null && (
        <Section
          title={company.title}
          detail={`${company[reach]} ${company.guardians}`}
          warning={warningOf(leftOutOf(figures.company.indicators.value), company.unreadable)}
        >
          <StrengthCard title={company.strength} figure={figures.company.strength} of="company" />
          <IndicatorsCard figure={figures.company.indicators} />
        </Section>
      )}
      {figures.connections !== null && (
        <Section title={connections.title} detail={company[reach]}>
          <TrendCard
            title={connections.visits}
            kind="columns"
            figure={pointsOf(figures.connections.visits, ({ days, nb }) => ({ day: days, nb }))}
            column={connections.visitsColumn}
            valueOf={connections.visitsOf}
            summaryOf={visitsSummary}
          />
          <TrendCard
            title={connections.totals}
            kind="area"
            figure={pointsOf(figures.connections.totals, ({ days, cumuluser }) => ({
              day: days,
              nb: cumuluser,
            }))}
            column={connections.totalsColumn}
            valueOf={connections.totalsOf}
            summaryOf={totalsSummary}
          />
        </Section>
      )}
    </div>
  )
}

function ownDetail(health: Health | undefined): string {
  const { mine } = dashboardTexts
  const lockedChests = health?.lockedChests ?? 0
  return lockedChests === 0 ? mine.detail : `${mine.detail} ${mine.locked(lockedChests)}`
}

/** Returns the warning about chests that the figures leave out because they cannot be unsealed, or null. */
const warningOf = (chests: number | undefined, say: (chests: number) => string): string | null =>
  chests === undefined || chests === 0 ? null : say(chests)

/** Returns the number of chests left out. All indicators that leave chests out leave out the same ones. */
const leftOutOf = (values: readonly IndicatorValue[] | undefined): number =>
  Math.max(0, ...(values ?? []).map(({ unreadableChests }) => unreadableChests))

const visitsSummary = (points: readonly TrendPoint[]): string =>
  dashboardTexts.connections.visitsSummary(sumOf(points), points.length)

function totalsSummary(points: readonly TrendPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined || last === undefined
    ? ''
    : dashboardTexts.connections.totalsSummary(last.nb, first.nb, first.day)
}

const pointsOf = <Row,>(
  { value, ...state }: Figure<readonly Row[]>,
  pointOf: (row: Row) => TrendPoint,
): Figure<readonly TrendPoint[]> => ({ ...state, value: value?.map(pointOf) })
