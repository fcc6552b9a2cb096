import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type DragEvent,
  type ReactNode,
} from 'react'
import type { DragHandlers, Spot as DragSpot } from './DragEngine.tsx'

/** Where it cannot be had, nothing can be dragged; what a drop does, menus do too. */
const DragEngine = lazy(() =>
  import('./DragEngine.tsx').then(
    (module) => ({ default: module.DragEngine }),
    () => ({ default: () => null }),
  ),
)

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
  /** A place to drop on, while something is dragged. */
  spot: (props: ComponentProps<DragSpot>) => ReactNode
  /** To be rendered somewhere: shows nothing. */
  engine: ReactNode
}

/** One dragging for a whole list, by pointer, by touch and by keyboard. `ghost` follows the pointer. */
export function useDragging<Thing>(ghost: (things: readonly Thing[]) => string): Dragging<Thing> {
  const [dragged, setDragged] = useState<readonly Thing[]>([])
  const [isByKey, setByKey] = useState(false)
  const [Spot, setSpot] = useState<DragSpot | null>(null)
  const handlers = useRef<DragHandlers | null>(null)
  const carried = useRef<readonly Thing[]>([])
  const deed = useRef<(() => void) | null>(null)
  const hasEnded = useRef(true)

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
    // A frame later for the pointer: Chromium gives up a drag whose page changes as it begins.
    if (byKey) setDragged(things)
    else requestAnimationFrame(() => setDragged(carried.current))
  }
  return {
    dragged,
    isByKey,
    onDragStart: (things, event) => {
      if (handlers.current === null) event.preventDefault()
      else {
        begin(things, false)
        handlers.current.dragProps.onDragStart?.(event as DragEvent<HTMLElement>)
      }
    },
    onDrag: (event) => handlers.current?.dragProps.onDrag?.(event as DragEvent<HTMLElement>),
    onDragEnd: (event) => handlers.current?.dragProps.onDragEnd?.(event as DragEvent<HTMLElement>),
    pickUp: (things, handle) => {
      const press = handlers.current?.dragButtonProps.onPress
      if (press === undefined) return
      begin(things, true)
      press({ type: 'press', pointerType: 'keyboard', target: handle } as Parameters<typeof press>[0])
    },
    settle: (act) => {
      deed.current = act
      conclude()
    },
    spot: (props) => Spot !== null && <Spot {...props} />,
    engine: (
      <Suspense>
        <DragEngine
          ghost={() => ghost(carried.current)}
          onEnd={onEnd}
          onSpot={keepSpot}
          onReady={(ready) => {
            handlers.current = ready
          }}
        />
      </Suspense>
    ),
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
