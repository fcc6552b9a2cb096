import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './Button.module.css'
import { cx } from './given.ts'
import { Tip, tooltipDelay } from './Tooltip.tsx'

export type RowButtonProps = {
  /** What it does: its accessible name, and its tooltip where it has no words. */
  label: string
  /** Shown beside the icon. */
  words?: string | undefined
  icon: ReactNode
  /** The key that does the same, shown in the tooltip. */
  shortcut?: string | undefined
  isPending?: boolean | undefined
  onPress: () => void
}

/**
 * A button for the rows of a table, where hundreds stand: the browser's own, whose tooltip is made when it shows. The
 * table lets Tab reach those of its active row.
 */
export function RowButton({ label, words, icon, shortcut, isPending, onPress }: RowButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const [isTold, setTold] = useState(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(resting.current)
    setTold(false)
  }
  useEffect(() => () => clearTimeout(resting.current), [])
  return (
    <>
      <button
        type="button"
        ref={button}
        tabIndex={-1}
        aria-label={label}
        aria-disabled={isPending || undefined}
        data-pending={isPending || undefined}
        className={cx(styles.button, words === undefined && styles.icon, styles.plain, styles.small)}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') resting.current = setTimeout(() => setTold(true), tooltipDelay)
        }}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={({ currentTarget }) => setTold(currentTarget.matches(':focus-visible'))}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
        onClick={() => isPending !== true && onPress()}
      >
        {icon}
        {words}
        {isPending === true && <span className={styles.spinner} aria-hidden="true" />}
      </button>
      {isTold && words === undefined && <Tip text={label} shortcut={shortcut} of={button} />}
    </>
  )
}
