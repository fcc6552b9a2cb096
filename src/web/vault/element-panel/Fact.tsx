import type { ReactNode } from 'react'
import styles from './InlineField.module.css'

/** A value that is only shown. */
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
