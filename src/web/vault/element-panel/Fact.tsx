import type { ReactNode } from 'react'
import styles from './InlineField.module.css'

/** A read-only value with its label. */
export function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.field}>
      <div className={styles.label}>{label}</div>
      <div className={styles.line}>
        <div className={styles.value}>{children}</div>
      </div>
    </div>
  )
}
