import { useQuery } from '@tanstack/react-query'
import { items } from '#contract/vault/items.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useNow } from '#web/platform/shell/useNow.ts'

/**
 * The code of an item, requested again when it expires. The server records each request, so none is made
 * while the page is hidden. Seconds are counted from the reply: a wrong local clock does no harm.
 */
export function useOneTimeCode(itemId: number) {
  const query = useQuery({
    queryKey: cacheKeys.otp(itemId),
    queryFn: async ({ signal }) => ({
      ...(await call(items.otp, { params: { id: itemId }, signal })),
      readAt: Date.now(),
    }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data === undefined
        ? false
        : Math.max(250, state.data.readAt + state.data.otpTime * 1000 - Date.now() + 50),
    refetchIntervalInBackground: false,
  })
  const now = useNow(500)
  const data = query.data
  const secondsLeft =
    data === undefined ? 0 : Math.max(0, Math.ceil(data.otpTime - Math.max(0, now - data.readAt) / 1000))
  return {
    code: data?.code ?? null,
    next: data?.next ?? null,
    secondsLeft,
    period: Math.max(signInLimits.totpPeriodSeconds, data?.otpTime ?? 0),
    isFailed: query.isError,
  }
}
