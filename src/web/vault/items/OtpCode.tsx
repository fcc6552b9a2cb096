import type { ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { otpRing, otpWidget } from '#domain/platform/otp-tones.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { cx } from '#web/platform/ui/given.ts'
import { OtpRing, type RingTone } from '#web/platform/ui/OtpRing.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './OtpCode.module.css'
import { useCopyCode, usefulCode } from './secrets.ts'
import { useQuery } from '@tanstack/react-query'
import { items } from '#contract/vault/items.ts'
import { signInLimits } from '#domain/platform/limits.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useNow } from '#web/platform/shell/useNow.ts'

/** The tones of the border. */
const borders: Record<ReturnType<typeof otpRing>, RingTone> = {
  red: 'danger',
  orange: 'attention',
  green: 'success',
}
/** The tones of the countdown ring, which has its own thresholds. */
const rings: Record<ReturnType<typeof otpWidget>, RingTone> = {
  error: 'danger',
  attention: 'attention',
  success: 'success',
}

/**
 * The current code with its remaining seconds, which colour the border and the ring by different thresholds.
 */
export function OtpCode(props: { itemId: number; size?: 'small' | 'medium' }): ReactNode {
  const { itemId, size = 'medium' } = props
  const { code, next, secondsLeft, period, isFailed } = useOneTimeCode(itemId)
  const copyCode = useCopyCode()
  if (isFailed) return <span className={styles.failed}>{itemTexts.secretFailed}</span>
  const useful = code === null || next === null ? null : usefulCode({ code, next }, secondsLeft)
  return (
    <span className={cx(styles.otp, styles[size], code !== null && styles[borders[otpRing(secondsLeft)]])}>
      <OtpRing secondsLeft={secondsLeft} period={period} tone={rings[otpWidget(secondsLeft)]} size="small" />
      <button
        type="button"
        className={styles.code}
        translate="no"
        data-secret=""
        title={itemTexts.copyCode}
        disabled={useful === null}
        onClick={() => useful !== null && void copyCode(itemId, useful)}
      >
        {code === null ? '••• •••' : inHalves(code)}
        <VisuallyHidden>{`, ${itemTexts.copyCode}`}</VisuallyHidden>
        {size === 'medium' && <Copy aria-hidden="true" />}
      </button>
    </span>
  )
}

const inHalves = (code: string) =>
  `${code.slice(0, Math.ceil(code.length / 2))} ${code.slice(Math.ceil(code.length / 2))}`

/**
 * The code of an item, requested again when it expires. The server records each request, so none is made
 * while the page is hidden. Seconds are counted from the reply: a wrong local clock does no harm.
 */
function useOneTimeCode(itemId: number) {
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
