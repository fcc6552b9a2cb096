import { useEffect, useRef } from 'react'
import { afterSettling, focusRow, isFocusLost } from '#web/platform/ui/useFocusBack.ts'

/**
 * Going elsewhere may take away what had the focus: a button of the page that one leaves, the dialog that led on. It
 * then goes to the content of the new place, which `path` and `chestId` name.
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
