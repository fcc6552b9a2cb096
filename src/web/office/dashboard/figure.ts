import type { dashboard } from '#contract/office/dashboard.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'

export type LevelCounts = ReplyOf<typeof dashboard.passwordStrength>
export type WorstPassword = ReplyOf<typeof dashboard.worstPasswords>[number]
export type DueList = ReplyOf<typeof dashboard.due>
export type Health = ReplyOf<typeof dashboard.health>
export type IndicatorValue = ReplyOf<typeof dashboard.indicators>[number]
export type Visits = ReplyOf<typeof dashboard.visits>
export type Totals = ReplyOf<typeof dashboard.totalUsers>

/**
 * The replies that the dashboard shows. A view is null when the caller's role and type have no access to it.
 */
export type DashboardData = {
  strength: LevelCounts
  worst: readonly WorstPassword[]
  health: Health
  due: DueList
  company: { strength: LevelCounts; indicators: readonly IndicatorValue[] } | null
  connections: { visits: Visits; totals: Totals } | null
}

/** The state of one reply. The value is undefined while it loads. */
export type Figure<Value> = {
  readonly value: Value | undefined
  readonly isFailed: boolean
  readonly onRetry?: () => void
}

type FiguresOf<Data> = { readonly [Name in keyof Data]: Figure<Data[Name]> }

export type DashboardFigures = FiguresOf<Pick<DashboardData, 'strength' | 'worst' | 'health' | 'due'>> & {
  readonly company: FiguresOf<NonNullable<DashboardData['company']>> | null
  readonly connections: FiguresOf<NonNullable<DashboardData['connections']>> | null
}

const loaded = <Value>(value: Value): Figure<Value> => ({ value, isFailed: false })

/** Returns the figures as loaded, for the server's rendering. */
export const loadedFigures = ({ company, connections, ...own }: DashboardData): DashboardFigures => ({
  strength: loaded(own.strength),
  worst: loaded(own.worst),
  health: loaded(own.health),
  due: loaded(own.due),
  company: company && { strength: loaded(company.strength), indicators: loaded(company.indicators) },
  connections: connections && { visits: loaded(connections.visits), totals: loaded(connections.totals) },
})
