import { useLayoutEffect } from 'react'
import type { Place } from '#web/vault/explorer/place.ts'

/**
 * Moves the focus to a row, so that its keys work immediately: to `row`, else to the first. It takes the focus
 * from the main content (after a search or a master key), and from the document (after the page has loaded).
 * `isShown`: the rows are rendered, a table that was not measured before renders them in the same task. Before the
 * browser paints, so that no key is lost.
 */
export function useArrivalFocus(place: Place, row: string | null, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return
    queueMicrotask(() => {
      const { activeElement: active } = document
      if (active !== null && !active.matches('main, body')) return
      const named = row === null ? '[data-row][tabindex="0"]' : `[data-row="${row}"]`
      document.querySelector<HTMLElement>(named)?.focus({ preventScroll: true })
    })
  }, [place, row, isShown])
}
