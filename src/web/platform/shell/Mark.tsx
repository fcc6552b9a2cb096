import type { ReactNode } from 'react'
import styles from './Mark.module.css'

/** The product's logo: a key. */
export function Mark({ size = 'small' }: { size?: 'small' | 'large' }): ReactNode {
  return (
    <svg className={`${styles.mark} ${styles[size]}`} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.plate} width="32" height="32" rx="8" />
      <g className={styles.key}>
        <circle cx="12" cy="16" r="4.6" />
        <path d="M16.6 16H26M22.2 16v4" />
      </g>
    </svg>
  )
}
