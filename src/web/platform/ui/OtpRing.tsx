import type { ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import styles from './OtpRing.module.css'

export type RingTone = 'success' | 'attention' | 'danger'
export type OtpRingProps = {
  /** Whole seconds left. */
  secondsLeft: number
  /** The total seconds. */
  period: number
  /** Chosen by the caller. */
  tone: RingTone
  size?: 'medium' | 'small' | undefined
}

/** A countdown in seconds. The number carries the information; ring and colour repeat it. */
export function OtpRing({ secondsLeft, period, tone, size = 'medium' }: OtpRingProps): ReactNode {
  const share = Math.min(100, Math.max(0, (secondsLeft / period) * 100))
  return (
    <span
      className={cx(styles.ring, styles[tone], styles[size])}
      role="timer"
      aria-label={uiTexts.seconds(secondsLeft)}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle className={styles.track} cx="18" cy="18" r="15.5" />
        <circle
          className={styles.left}
          cx="18"
          cy="18"
          r="15.5"
          pathLength="100"
          strokeDasharray={`${share} 100`}
        />
      </svg>
      <span className={styles.number} aria-hidden="true">
        {secondsLeft}
      </span>
    </span>
  )
}
