import type { ReactNode } from 'react'
import styles from './Button.module.css'
import { cx } from './given.ts'

export type RowButtonProps = {
  /** Its accessible name and its tooltip. */
  label: string
  /** Shown beside the icon, but not in a narrowed column. */
  words?: string | undefined
  /** A lucide icon. */
  icon: ReactNode
  /** The keyboard shortcut, shown in the tooltip. */
  shortcut?: string | undefined
  isPending?: boolean | undefined
  onPress: () => void
}

/**
 * A light button for table rows: native, with a native tooltip. The table makes those of its active row
 * reachable by Tab.
 */
export function RowButton({ label, words, icon, shortcut, isPending, onPress }: RowButtonProps): ReactNode {
  const tooltip = shortcut === undefined ? label : `${label} (${shortcut})`
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={tooltip}
      aria-disabled={isPending || undefined}
      data-pending={isPending || undefined}
      className={cx(
        styles.button,
        words === undefined ? styles.icon : styles.worded,
        styles.plain,
        styles.small,
      )}
      onClick={() => isPending !== true && onPress()}
    >
      {icon}
      {words}
      {isPending === true && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}
