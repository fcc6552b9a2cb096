import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { learnRules } from './namedRules.ts'

/** Asks the server for its rules, and again when they are others: a page may stay open over an update. */
export function useServerRules(version: string | undefined): void {
  const { data } = useQuery({
    queryKey: [...cacheKeys.rules, version],
    queryFn: ({ signal }) => call(session.regexes, { signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data) learnRules(data)
  }, [data])
}
