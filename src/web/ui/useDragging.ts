import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useDrag } from 'react-aria-components/useDrag'
import styles from './useDragging.module.css'

export type Dragging<Thing> = {
  /** What is being dragged; empty while nothing is. */
  dragged: readonly Thing[]
  /** Whether the keyboard drags: the pointer does nothing until it ends. */
  isByKey: boolean
  /** To be given the events of the element that holds what can be dragged. */
  onDragStart: (things: readonly Thing[], event: DragEvent) => void
  onDrag: (event: DragEvent) => void
  onDragEnd: (event: DragEvent) => void
  /** Begins without a pointer: at a press on a handle. */
  pickUp: (things: readonly Thing[], handle: Element) => void
  /** What a drop does, once the dragging is over: a row may only go when the browser is done with it. */
  settle: (deed: () => void) => void
}

/** Nothing of what is dragged leaves the page: other windows are handed a mark that means nothing to them. */
const mark = 'application/x-trousseau'

/** One dragging for a whole list, by pointer, by touch and by keyboard. `ghost` follows the pointer. */
export function useDragging<Thing>(ghost: (things: readonly Thing[]) => string): Dragging<Thing> {
  const [dragged, setDragged] = useState<readonly Thing[]>([])
  const [isByKey, setByKey] = useState(false)
  const carried = useRef<readonly Thing[]>([])
  const deed = useRef<(() => void) | null>(null)
  const hasEnded = useRef(true)

  const conclude = () => {
    if (!hasEnded.current || deed.current === null) return
    const act = deed.current
    deed.current = null
    act()
  }
  const { dragProps, dragButtonProps } = useDrag({
    hasDragButton: true,
    getItems: () => [{ [mark]: '' }],
    getAllowedDropOperations: () => ['move'],
    preview: {
      current: (_items, show) => {
        const node = ghostNode(ghost(carried.current))
        show(node)
        // The browser has taken its picture by the next frame.
        requestAnimationFrame(() => node.remove())
      },
    },
    onDragEnd: () => {
      hasEnded.current = true
      carried.current = []
      setDragged([])
      setByKey(false)
      conclude()
    },
  })
  useEffect(() => {
    if (!isByKey) return undefined
    window.addEventListener('keydown', arrowsAsTab, true)
    return () => window.removeEventListener('keydown', arrowsAsTab, true)
  }, [isByKey])

  const begin = (things: readonly Thing[], byKey: boolean) => {
    carried.current = things
    deed.current = null
    hasEnded.current = false
    setByKey(byKey)
    // A frame later for the pointer: Chromium gives up a drag whose page changes as it begins.
    if (byKey) setDragged(things)
    else requestAnimationFrame(() => setDragged(carried.current))
  }
  return {
    dragged,
    isByKey,
    onDragStart: (things, event) => {
      begin(things, false)
      dragProps.onDragStart?.(event as DragEvent<HTMLElement>)
    },
    onDrag: (event) => dragProps.onDrag?.(event as DragEvent<HTMLElement>),
    onDragEnd: (event) => dragProps.onDragEnd?.(event as DragEvent<HTMLElement>),
    pickUp: (things, handle) => {
      begin(things, true)
      type Press = Parameters<NonNullable<typeof dragButtonProps.onPress>>[0]
      dragButtonProps.onPress?.({ type: 'press', pointerType: 'keyboard', target: handle } as Press)
    },
    settle: (act) => {
      deed.current = act
      conclude()
    },
  }
}

/** React Aria goes from one place to the next by Tab; in a list one expects the arrows to do so as well. */
function arrowsAsTab(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  event.stopImmediatePropagation()
  const tab = { key: 'Tab', shiftKey: event.key === 'ArrowUp', bubbles: true, cancelable: true }
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', tab))
}

function ghostNode(text: string): HTMLElement {
  const node = document.createElement('div')
  node.className = styles.ghost ?? ''
  node.textContent = text
  document.body.append(node)
  return node
}
