import { useEffect } from 'react'
import type { Place } from '#web/vault/explorer/place.ts'

/**
 * Moves the focus from the main content (after a search or a master key) to a row, so that its keys work
 * immediately: to `row`, else to the first. `isShown`: the rows are rendered.
 */
export function useArrivalFocus(place: Place, row: string | null, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || document.activeElement !== document.querySelector('main')) return
    const named = row === null ? '[data-row][tabindex="0"]' : `[data-row="${row}"]`
    document.querySelector<HTMLElement>(named)?.focus({ preventScroll: true })
  }, [place, row, isShown])
}
