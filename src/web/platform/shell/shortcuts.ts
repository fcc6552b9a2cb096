import { useEffect } from 'react'

const typing =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Returns whether a key press belongs to the focused element, not to the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typing) !== null

/** Handles a key of the page, except while typing, over a dialog, or with a modifier. */
export function usePageKey(key: string, action: () => void, isActive = true): void {
  useEffect(() => {
    if (!isActive) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null)
        return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, action, isActive])
}
