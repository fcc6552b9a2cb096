import type { ReactNode } from 'react'
import type { ButtonProps } from './Button.tsx'
import styles from './Button.module.css'
import { cx, given } from './given.ts'

export type PlainButtonProps = Pick<
  ButtonProps,
  'children' | 'look' | 'size' | 'icon' | 'isPending' | 'isDisabled' | 'isWide' | 'aria-label'
> & { onPress: () => void }

/** A button that looks like Button, without React Aria: for pages that must stay light. */
export function PlainButton(props: PlainButtonProps): ReactNode {
  const { look = 'quiet', size = 'medium', isPending = false, isDisabled = false } = props
  return (
    <button
      type="button"
      className={cx(styles.button, styles[look], styles[size], props.isWide && styles.wide)}
      disabled={isDisabled}
      {...given({
        'aria-label': props['aria-label'],
        'aria-disabled': isPending || undefined,
        'data-disabled': isDisabled || undefined,
        'data-pending': isPending || undefined,
      })}
      onClick={() => {
        if (!isPending) props.onPress()
      }}
    >
      {props.icon}
      <span className={styles.words}>{props.children}</span>
      {isPending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}
