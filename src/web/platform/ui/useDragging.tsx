import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type DragEvent,
  type ReactNode,
} from 'react'
import type { DragHandlers, Spot as DragSpot } from './DragEngine.tsx'
import { useOverlaysLater } from './overlays.ts'

/** Returns the dragging of a list, by pointer, touch and keyboard. `ghost` is the text at the pointer. */
export function useDragging<Thing>(ghost: (things: readonly Thing[]) => string) {
  const [dragged, setDragged] = useState<readonly Thing[]>([])
  const [isByKey, setByKey] = useState(false)
  const [Spot, setSpot] = useState<DragSpot | null>(null)
  const handlers = useRef<DragHandlers | null>(null)
  const carried = useRef<readonly Thing[]>([])
  const deed = useRef<(() => void) | null>(null)
  const hasEnded = useRef(true)
  const awaited = useRef<{ things: readonly Thing[]; handle: Element } | null>(null)
  /** False for a drag of the pointer that began before the engine was loaded: the browser alone runs it. */
  const isByEngine = useRef(false)
  // If it fails to load, a drag finds no target: menus offer the same actions.
  const overlays = useOverlaysLater()

  const keepSpot = useCallback((spot: DragSpot) => setSpot(() => spot), [])
  const conclude = () => {
    if (!hasEnded.current || deed.current === null) return
    const act = deed.current
    deed.current = null
    act()
  }
  const onEnd = () => {
    hasEnded.current = true
    carried.current = []
    setDragged([])
    setByKey(false)
    conclude()
  }
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
    // A frame later for the pointer: Chromium aborts a drag whose page changes at its start.
    if (byKey) setDragged(things)
    else requestAnimationFrame(() => setDragged(carried.current))
  }
  const pickUp = (things: readonly Thing[], handle: Element) => {
    const press = handlers.current?.dragButtonProps.onPress
    // The engine may still be on its way: the drag begins when it arrives.
    awaited.current = press === undefined ? { things, handle } : null
    if (press === undefined) return
    begin(things, true)
    press({ type: 'press', pointerType: 'keyboard', target: handle } as Parameters<typeof press>[0])
  }
  return {
    /** The dragged things; empty without a drag. */
    dragged,
    /** Whether it is a keyboard drag, during which the pointer is ignored. */
    isByKey,
    onDragStart: (things: readonly Thing[], event: DragEvent) => {
      begin(things, false)
      isByEngine.current = handlers.current !== null
      if (handlers.current === null) startPlain(event.dataTransfer)
      else handlers.current.dragProps.onDragStart?.(event as DragEvent<HTMLElement>)
    },
    onDrag: (event: DragEvent) => {
      if (isByEngine.current) handlers.current?.dragProps.onDrag?.(event as DragEvent<HTMLElement>)
    },
    onDragEnd: (event: DragEvent) => {
      if (!isByEngine.current) onEnd()
      else handlers.current?.dragProps.onDragEnd?.(event as DragEvent<HTMLElement>)
    },
    /** Starts a keyboard drag, from a handle. */
    pickUp,
    /** Runs the action of a drop after the drag has ended: the browser needs the dragged row until then. */
    settle: (act: () => void) => {
      deed.current = act
      conclude()
    },
    /** Renders a drop target during a drag. */
    spot: (props: ComponentProps<DragSpot>): ReactNode => Spot !== null && <Spot {...props} />,
    /** Must be rendered; shows nothing. */
    engine: overlays !== null && (
      <overlays.DragEngine
        ghost={() => ghost(carried.current)}
        onEnd={onEnd}
        onSpot={keepSpot}
        onReady={(ready) => {
          handlers.current = ready
          const { things, handle } = awaited.current ?? {}
          awaited.current = null
          if (things !== undefined && handle !== undefined && handle === document.activeElement)
            pickUp(things, handle)
        }}
      />
    ),
  }
}

/** Starts a drag without the engine. Its drop targets appear under the pointer as soon as the engine is loaded. */
function startPlain(data: DataTransfer): void {
  data.effectAllowed = 'move'
  // As the engine does: nothing of the dragged data leaves the page.
  data.setData('application/x-trousseau', '')
}

/** React Aria moves between drop targets by Tab. Make arrow keys do the same, as in lists. */
function arrowsAsTab(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  event.stopImmediatePropagation()
  const tab = { key: 'Tab', shiftKey: event.key === 'ArrowUp', bubbles: true, cancelable: true }
  ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', tab))
}
