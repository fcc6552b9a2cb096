import { useEffect } from 'react'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { dashboard } from '#contract/office/dashboard.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { dashboardTexts } from '#texts/office/dashboard.ts'
import { dueListed } from '#domain/vault/due-dates.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { callPage } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { useMay } from '#web/platform/shell/session.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { DashboardFigures, Figure } from './figure.ts'
import type { PasswordPlace } from './place.ts'

export type ListedPassword = ReplyOf<typeof dashboard.passwords>['passwords'][number]
export type PasswordList = ReplyOf<typeof dashboard.passwords>

export function figureOf<Value>({ data, isError, refetch }: UseQueryResult<Value>): Figure<Value> {
  return { value: data, isFailed: isError && data === undefined, onRetry: () => void refetch() }
}

/** Loads the figures of the caller's role and type, one call for each. */
export function useFigures(): DashboardFigures {
  const maySeeCompany = useMay('seeCompanyFigures')
  const maySeeConnections = useMay('seeConnections')
  const toasts = useToasts()
  const key = (name: string) => [...cacheKeys.figures, name]
  const strength = useQuery(replyQuery(key('strength'), dashboard.passwordStrength, { query: {} }))
  const worst = useQuery(replyQuery(key('worst'), dashboard.worstPasswords, {}))
  const health = useQuery(replyQuery(key('health'), dashboard.health, {}))
  const due = useQuery(replyQuery(key('due'), dashboard.due, { query: { limit: dueListed } }))
  // A refused call would end the session: figures that the role has no access to are not requested.
  const ofCompany = { enabled: maySeeCompany }
  const companyStrength = useQuery({
    ...replyQuery(key('company-strength'), dashboard.passwordStrength, { query: { is_manager: true } }),
    ...ofCompany,
  })
  const indicators = useQuery({ ...replyQuery(key('indicators'), dashboard.indicators, {}), ...ofCompany })
  const ofConnections = { enabled: maySeeConnections }
  const visits = useQuery({ ...replyQuery(key('visits'), dashboard.visits, {}), ...ofConnections })
  const totals = useQuery({ ...replyQuery(key('totals'), dashboard.totalUsers, {}), ...ofConnections })

  const isStale = [strength, worst, health, due, companyStrength, indicators, visits, totals].some(
    ({ isError, data }) => isError && data !== undefined,
  )
  useEffect(() => {
    if (isStale) toasts.error(dashboardTexts.loadFailed)
  }, [isStale, toasts])

  return {
    strength: figureOf(strength),
    worst: figureOf(worst),
    health: figureOf(health),
    due: figureOf(due),
    company: maySeeCompany ? { strength: figureOf(companyStrength), indicators: figureOf(indicators) } : null,
    connections: maySeeConnections ? { visits: figureOf(visits), totals: figureOf(totals) } : null,
  }
}

/** Loads a page of the list of passwords. The previous page stays visible meanwhile. */
export const usePasswordList = ({ from: _from, ...query }: PasswordPlace) =>
  useQuery({
    queryKey: [...cacheKeys.figures, 'passwords', query],
    queryFn: ({ signal }) => callPage(dashboard.passwords, { query, signal }),
    placeholderData: keepPreviousData,
  })
