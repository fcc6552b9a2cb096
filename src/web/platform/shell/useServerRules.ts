import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { learnRules } from './namedRules.ts'

/** Fetches the server's rules, and again when their version changes during an upgrade. */
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
