import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { alerts } from '#contract/office/alerts.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

type Page = ReplyOf<typeof alerts.list>
export type Alert = Page['alerts'][number]
export type AlertState = 'open' | 'all'

/** Everything about alerts in the cache. */
export const alertsKey = ['alerts']
// They are raised on the server.
const refetchInterval = 60_000

/** Returns the pages of alerts that are loaded, latest first. */
export const useAlerts = (state: AlertState) =>
  useInfiniteQuery({
    queryKey: [...alertsKey, 'list', state],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(alerts.list, { query: { state, ...(pageParam !== null && { before: pageParam }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval,
  })

/** Returns how many alerts wait to be seen; undefined while it is loaded. */
export const useOpenAlerts = (): number | undefined =>
  useQuery({ ...replyQuery([...alertsKey, 'count'], alerts.count, {}), refetchInterval }).data?.open
