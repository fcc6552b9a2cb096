import { useQuery } from '@tanstack/react-query'
import { nota } from '#contract/vault/nota.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

/** The choices of expiry. They are the same for everyone and fetched once. */
export const useNotaExpiries = (isWanted: boolean) =>
  useQuery({
    queryKey: cacheKeys.notaExpiries,
    queryFn: ({ signal }) => call(nota.expiries, { signal }),
    staleTime: Infinity,
    enabled: isWanted,
  })
