import { useQuery, useQueryClient } from '@tanstack/react-query'
import { firstStart } from '#contract/office/first-start.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

export type FirstStart = ReplyOf<typeof firstStart.read>

const key = ['first-start']

/** Reads the guide of the first super administrator. Only super administrators may. */
export const useFirstStart = (isEnabled: boolean) =>
  useQuery({ ...replyQuery(key, firstStart.read, {}), staleTime: 60_000, enabled: isEnabled })

/** Returns the function that stores the reply of a change. */
export function useSetFirstStart(): (reply: FirstStart) => void {
  const cache = useQueryClient()
  return (reply) => cache.setQueryData(key, reply)
}
