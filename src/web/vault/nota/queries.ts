import { useQuery } from '@tanstack/react-query'
import { nota } from '#contract/vault/nota.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

/** The choices of expiry. They are the same for everyone and fetched once. */
export const useNotaExpiries = (isWanted: boolean) =>
  useQuery({
    ...replyQuery(cacheKeys.notaExpiries, nota.expiries, {}),
    staleTime: Infinity,
    enabled: isWanted,
  })
