import { useEffect, useRef } from 'react'
import { afterSettling, focusRow, isFocusLost } from '#web/platform/ui/useFocusBack.ts'

/**
 * A navigation may remove the focused element (a button of the previous page, a dialog). The focus then moves
 * to the content of the new place, which `path` and `chestId` identify.
 */
export function useFocusKept(path: string, chestId: unknown): void {
  const place = `${path} ${String(chestId)}`
  const last = useRef(place)
  useEffect(() => {
    if (last.current === place) return undefined
    last.current = place
    return afterSettling(() => {
      if (chestId !== undefined) focusRow(null)
      else if (isFocusLost()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    })
  }, [place, chestId])
}
