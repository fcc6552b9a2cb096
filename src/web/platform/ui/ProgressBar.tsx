import type { ReactNode } from 'react'
import styles from './ProgressBar.module.css'

export type ProgressBarProps = {
  label: string
  /** How much of `total` is done; null while the total is unknown. */
  value: number | null
  total?: number | undefined
  /** The numbers as text: « 120 lignes sur 400 ». */
  detail?: ReactNode
}

/** The progress of a long task, with its numbers. */
export function ProgressBar({ label, value, total = 100, detail }: ProgressBarProps): ReactNode {
  const share = value === null || total <= 0 ? null : Math.min(100, Math.max(0, (value / total) * 100))
  return (
    <div className={styles.progress}>
      <div className={styles.top}>
        <span className={styles.label}>{label}</span>
        <span className={styles.detail} role="status">
          {detail ?? (share === null ? null : `${Math.floor(share)}\u00a0%`)}
        </span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.floor(share)}
      >
        {/* A width attribute, since a server-rendered page may have no style attribute. */}
        <svg
          className={share === null ? styles.unknown : styles.bar}
          width="100%"
          height="100%"
          aria-hidden="true"
        >
          <rect width={`${share ?? 35}%`} height="100%" rx="3" />
        </svg>
      </div>
    </div>
  )
}
