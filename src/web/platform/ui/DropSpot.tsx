import { useRef, type ReactNode } from 'react'
import { useDrop } from 'react-aria-components/useDrop'
import styles from './DropSpot.module.css'

export type DropSpotProps = {
  /** What dropping here does. */
  label: string
  onDrop: () => void
  /** Something was held over it for a while. */
  onHold?: (() => void) | undefined
}

/**
 * Lies over what can be dropped on, while something is dragged and only then. Tab goes from one to the next when the
 * dragging was begun with the keyboard.
 */
export function DropSpot({ label, onDrop, onHold }: DropSpotProps): ReactNode {
  const ref = useRef<HTMLDivElement>(null)
  const { dropProps, isDropTarget } = useDrop({
    ref,
    getDropOperation: () => 'move',
    onDrop,
    ...(onHold !== undefined && { onDropActivate: onHold }),
  })
  return (
    <div
      {...dropProps}
      ref={ref}
      role="button"
      tabIndex={-1}
      aria-label={label}
      className={styles.spot}
      data-over={isDropTarget || undefined}
    />
  )
}
