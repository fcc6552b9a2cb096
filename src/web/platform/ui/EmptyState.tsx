import type { ReactNode } from 'react'
import { CloudAlert } from 'lucide-react'
import { uiTexts } from '#texts/platform/ui.ts'
import { Button } from './Button.tsx'
import styles from './EmptyState.module.css'
import { cx } from './given.ts'

export type EmptyStateProps = {
  title: string
  icon?: ReactNode
  /** A hint at what to do. */
  children?: ReactNode
  actions?: ReactNode
}

/** Shown when there is nothing to show, with the next actions. */
export function EmptyState({ title, icon, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.detail}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

export type ErrorBlockProps = {
  title: string
  children?: ReactNode
  icon?: ReactNode
  onRetry?: (() => void) | undefined
  actions?: ReactNode
}

/** Replaces content that failed to load. */
export function ErrorBlock({ title, children, icon, onRetry, actions }: ErrorBlockProps): ReactNode {
  return (
    <div className={cx(styles.state, styles.error)} role="alert">
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <CloudAlert />}
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.detail}>{children}</div>}
      {(onRetry !== undefined || actions !== undefined) && (
        <div className={styles.actions}>
          {actions}
          {onRetry !== undefined && <Button onPress={onRetry}>{uiTexts.retry}</Button>}
        </div>
      )}
    </div>
  )
}
