import { isFocusLost } from '#web/ui/useFocusBack.ts'
import { keyOf, type Element } from './rows.ts'

/** Gives the focus to the row of an element that came back, unless one has gone on to something else meanwhile. */
export function focusElement(element: Element | undefined): void {
  const isFree = isFocusLost() || document.activeElement?.matches('main, [data-row]') === true
  if (element === undefined || !isFree) return
  // Once the rows that were read anew are there.
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-row="${keyOf(element)}"]`)?.focus({ preventScroll: true }),
  )
}
