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
export const EmptyState = (props: EmptyStateProps): ReactNode => <State {...props} />

/** Replaces content that failed to load. */
export function ErrorBlock({
  onRetry,
  ...props
}: EmptyStateProps & { onRetry?: (() => void) | undefined }): ReactNode {
  const actions = onRetry !== undefined && (
    <>
      {props.actions}
      <Button onPress={onRetry}>{uiTexts.retry}</Button>
    </>
  )
  return <State icon={<CloudAlert />} {...props} actions={actions || props.actions} isError />
}

function State({
  title,
  icon,
  children,
  actions,
  isError = false,
}: EmptyStateProps & { isError?: boolean }): ReactNode {
  return (
    <div className={cx(styles.state, isError && styles.error)} role={isError ? 'alert' : undefined}>
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
