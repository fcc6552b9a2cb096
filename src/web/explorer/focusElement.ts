import { isFocusLost } from '#web/ui/useFocusBack.ts'
import { keyOf, type Element } from './rows.ts'

/** How long the rows that were read anew may take to be there, in milliseconds. */
const patience = 2_000

/** Gives the focus to the row of an element that came back, unless one goes on to something else meanwhile. */
export function focusElement(element: Element | undefined): void {
  if (element === undefined) return
  const until = performance.now() + patience
  const look = (): void => {
    const isFree = isFocusLost() || document.activeElement?.matches('main, [data-row]') === true
    if (!isFree) return
    const row = document.querySelector<HTMLElement>(`[data-row="${keyOf(element)}"]`)
    if (row !== null) row.focus({ preventScroll: true })
    else if (performance.now() < until) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
