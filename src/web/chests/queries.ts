import { useQuery } from '@tanstack/react-query'
import { chests } from '#contract/chests.ts'
import { cacheKeys } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'

/** The chests that one may read, sorted by name. */
export const useUserChests = () =>
  useQuery({
    queryKey: cacheKeys.chests,
    queryFn: async ({ signal }) => (await call(chests.listOfUser, { signal })).data,
  })
