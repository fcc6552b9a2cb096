import { isFocusLost } from '#web/platform/ui/useFocusBack.ts'
import { keyOf, type Element } from './rows.ts'

/** How long the rows that were read anew may take to be there, in milliseconds. */
const patience = 2_000

const hands = ['keydown', 'pointerdown'] as const

/**
 * To be called when elements begin to come back; what it answers gives the focus to the row of one, unless the person
 * has pressed anything meanwhile: whoever goes on is not called back.
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
      // One that is on its way out is waited for.
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
