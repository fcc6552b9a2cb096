import { useEffect } from 'react'
import type { Place } from '#web/vault/explorer/place.ts'

/**
 * Whoever comes to a place with the focus on the content as a whole (from the search, from a master key) gets it to
 * the row there, so that its keys work at once: `row`, else the first. `isShown`: its rows are there.
 */
export function useArrivalFocus(place: Place, row: string | null, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || document.activeElement !== document.querySelector('main')) return
    const named = row === null ? '[data-row][tabindex="0"]' : `[data-row="${row}"]`
    document.querySelector<HTMLElement>(named)?.focus({ preventScroll: true })
  }, [place, row, isShown])
}
