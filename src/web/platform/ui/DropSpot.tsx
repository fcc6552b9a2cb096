import { useRef, type ReactNode } from 'react'
import { useDrop } from 'react-aria-components/useDrop'
import styles from './DropSpot.module.css'

export type DropSpotProps = {
  /** The action of a drop. */
  label: string
  onDrop: () => void
  /** Called when a drag rests over it. */
  onHold?: (() => void) | undefined
}

/** A drop target, mounted only during a drag. Tab moves between the targets of a keyboard drag. */
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
