import type { ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { otpRing, otpWidget } from '#domain/platform/one-time-code.ts'
import { itemTexts } from '#texts/vault/items.ts'
import { cx } from '#web/platform/ui/given.ts'
import { OtpRing, type RingTone } from '#web/platform/ui/OtpRing.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import styles from './OtpCode.module.css'
import { useCopyText } from './secrets.ts'
import { useOneTimeCode } from './useOneTimeCode.ts'

/** The colours of the border, in the design system's words. */
const borders: Record<ReturnType<typeof otpRing>, RingTone> = {
  red: 'danger',
  orange: 'attention',
  green: 'success',
}
/** Those of the countdown itself, which has a rule of its own. */
const rings: Record<ReturnType<typeof otpWidget>, RingTone> = {
  error: 'danger',
  attention: 'attention',
  success: 'success',
}

/** The code in force with the seconds left, which colour the border by one rule and the ring by another. */
export function OtpCode({
  itemId,
  size = 'medium',
}: {
  itemId: number
  size?: 'small' | 'medium'
}): ReactNode {
  const { code, next, secondsLeft, period, isFailed } = useOneTimeCode(itemId)
  const copyText = useCopyText()
  if (isFailed) return <span className={styles.failed}>{itemTexts.secretFailed}</span>
  // In its last seconds a code is of no use where it is pasted: the next one is.
  const useful = secondsLeft <= 2 && next !== null ? next : code
  return (
    <span className={cx(styles.otp, styles[size], code !== null && styles[borders[otpRing(secondsLeft)]])}>
      <OtpRing secondsLeft={secondsLeft} period={period} tone={rings[otpWidget(secondsLeft)]} size="small" />
      <button
        type="button"
        className={styles.code}
        translate="no"
        title={itemTexts.copyCode}
        disabled={useful === null}
        onClick={() => useful !== null && void copyText(useful)}
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
