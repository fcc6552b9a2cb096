import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { cx } from './given.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'attention' | 'danger'
export type BadgeProps = {
  children: ReactNode
  tone?: Tone | undefined
  icon?: ReactNode
  /** The full meaning of a short badge. */
  title?: string | undefined
}

/** A state as a word, never by colour alone. */
export function Badge({ children, tone = 'neutral', icon, title }: BadgeProps): ReactNode {
  return (
    <span className={cx(styles.badge, styles[tone])} title={title}>
      {icon}
      <span className={styles.words}>{children}</span>
    </span>
  )
}
