import { useEffect, useRef, type ReactNode } from 'react'
import { useDrag } from 'react-aria-components/useDrag'
import { useDrop } from 'react-aria-components/useDrop'
import styles from './DragEngine.module.css'

type Drag = ReturnType<typeof useDrag>
/** The drag handlers, available once the engine is loaded. */
export type DragHandlers = Pick<Drag, 'dragProps' | 'dragButtonProps'>
export type Spot = typeof DropSpot

export type DragEngineProps = {
  /** Returns the text that follows the pointer. */
  ghost: () => string
  onEnd: () => void
  onReady: (handlers: DragHandlers) => void
  /** Passes the drop target component: it must be loaded when a drag starts. */
  onSpot: (spot: Spot) => void
}

/** Nothing of the dragged data leaves the page: other windows get a meaningless type. */
const mark = 'application/x-trousseau'

/** React Aria's dragging, loaded after the page (overlays.ts). It renders nothing. */
export function DragEngine({ ghost, onEnd, onReady, onSpot }: DragEngineProps): null {
  const { dragProps, dragButtonProps } = useDrag({
    hasDragButton: true,
    getItems: () => [{ [mark]: '' }],
    getAllowedDropOperations: () => ['move'],
    preview: {
      current: (_items, show) => {
        const node = ghostNode(ghost())
        show(node)
        // The browser has taken the image by the next frame.
        requestAnimationFrame(() => node.remove())
      },
    },
    onDragEnd: onEnd,
  })
  useEffect(() => onReady({ dragProps, dragButtonProps }))
  useEffect(() => onSpot(DropSpot), [onSpot])
  return null
}

function ghostNode(text: string): HTMLElement {
  const node = document.createElement('div')
  node.className = styles.ghost ?? ''
  node.textContent = text
  document.body.append(node)
  return node
}

type DropSpotProps = {
  /** The action of a drop. */
  label: string
  onDrop: () => void
  /** Called when a drag rests over it. */
  onHold?: (() => void) | undefined
}

/** A drop target, mounted only during a drag. Tab moves between the targets of a keyboard drag. */
function DropSpot({ label, onDrop, onHold }: DropSpotProps): ReactNode {
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
