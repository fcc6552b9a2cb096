import { useEffect } from 'react'
import { useDrag } from 'react-aria-components/useDrag'
import { DropSpot } from './DropSpot.tsx'
import styles from './DragEngine.module.css'

type Drag = ReturnType<typeof useDrag>
/** What begins and ends a dragging, once it is there. */
export type DragHandlers = Pick<Drag, 'dragProps' | 'dragButtonProps'>
export type Spot = typeof DropSpot

export type DragEngineProps = {
  /** What follows the pointer. */
  ghost: () => string
  onEnd: () => void
  onReady: (handlers: DragHandlers) => void
  /** A place to drop on comes with it: it must be there as soon as something is dragged. */
  onSpot: (spot: Spot) => void
}

/** Nothing of what is dragged leaves the page: other windows are handed a mark that means nothing to them. */
const mark = 'application/x-trousseau'

/** React Aria's dragging, apart from those who use it: it is fetched once the page stands. Shows nothing. */
export function DragEngine({ ghost, onEnd, onReady, onSpot }: DragEngineProps): null {
  const { dragProps, dragButtonProps } = useDrag({
    hasDragButton: true,
    getItems: () => [{ [mark]: '' }],
    getAllowedDropOperations: () => ['move'],
    preview: {
      current: (_items, show) => {
        const node = ghostNode(ghost())
        show(node)
        // The browser has taken its picture by the next frame.
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
