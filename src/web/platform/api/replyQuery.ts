import type { QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { call, type CallInput } from './client.ts'

/** Returns the query that caches the reply of a call. */
export const replyQuery = <const E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  input: CallInput<E>,
) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, { ...input, signal }),
})
