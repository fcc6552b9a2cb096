import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { chests } from '#contract/vault/chests.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

export type UserChest = ReplyOf<typeof chests.listOfUser>['data'][number]

const userChestsQuery = queryOptions({
  queryKey: cacheKeys.chests,
  queryFn: async ({ signal }) => (await call(chests.listOfUser, { signal })).data,
})

/** The chests that the caller may read, sorted by name. */
export const useUserChests = () => useQuery(userChestsQuery)

/** Returns a function that prefetches the chests that the caller may read. */
export function usePrefetchUserChests(): () => void {
  const cache = useQueryClient()
  return () => void cache.prefetchQuery(userChestsQuery)
}
