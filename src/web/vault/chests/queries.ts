import { useQuery } from '@tanstack/react-query'
import { chests } from '#contract/vault/chests.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

export type UserChest = ReplyOf<typeof chests.listOfUser>['data'][number]

/** The chests that the caller may read, sorted by name. */
export const useUserChests = () =>
  useQuery({
    queryKey: cacheKeys.chests,
    queryFn: async ({ signal }) => (await call(chests.listOfUser, { signal })).data,
  })
