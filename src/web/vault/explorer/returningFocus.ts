import { isFocusLost } from '#web/platform/ui/useFocusBack.ts'
import { keyOf, type Element } from './rows.ts'

/** How long to wait for the refetched rows, in milliseconds. */
const patience = 2_000

const hands = ['keydown', 'pointerdown'] as const

/**
 * Starts watching for user input. The returned function focuses an element's row once it is rendered, unless
 * the user pressed a key or a button meanwhile.
 */
export function returningFocus(): (element: Pick<Element, 'type' | 'id'> | undefined) => void {
  const away = new AbortController()
  for (const hand of hands) {
    window.addEventListener(hand, () => away.abort(), { capture: true, signal: away.signal })
  }
  return (element) => {
    const until = performance.now() + patience
    const look = (): void => {
      if (away.signal.aborted) return
      // Wait for a dialog that is closing.
      const isAtDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null
      const isFree =
        isAtDialog || isFocusLost() || document.activeElement?.matches('main, [data-row]') === true
      const isOver = element === undefined || !isFree || performance.now() >= until
      const row =
        isOver || isAtDialog ? null : document.querySelector<HTMLElement>(`[data-row="${keyOf(element)}"]`)
      row?.focus({ preventScroll: true })
      if (isOver || row !== null) away.abort()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
}
