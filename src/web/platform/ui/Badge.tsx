import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { cx } from './given.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'attention' | 'danger'
export type BadgeProps = {
  children: ReactNode
  tone?: Tone | undefined
  icon?: ReactNode
  /** What a short badge stands for. */
  title?: string | undefined
}

/** A state in a word. Never colour alone. */
export function Badge({ children, tone = 'neutral', icon, title }: BadgeProps): ReactNode {
  return (
    <span className={cx(styles.badge, styles[tone])} title={title}>
      {icon}
      {children}
    </span>
  )
}
