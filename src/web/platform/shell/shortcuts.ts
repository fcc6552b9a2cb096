import { useEffect } from 'react'
import { areCharacterKeysOn, isCharacterKey } from '#web/platform/ui/characterKeys.ts'

const typing =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Returns whether a key press belongs to the focused element, not to the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typing) !== null

/**
 * Handles the key that locks the session: also while typing and over dialogs. The key's place counts, because Alt changes
 * what it types on a Mac; AltGr, which types characters, is not Ctrl with Alt.
 */
export function useLockKey(action: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isLock = event.code === 'KeyL' && event.ctrlKey && event.altKey && !event.shiftKey
      if (!isLock || event.getModifierState('AltGraph')) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [action])
}

/** Handles a key of the page, except while typing, over a dialog, or with a modifier. */
export function usePageKey(key: string, action: () => void, isActive = true): void {
  useEffect(() => {
    if (!isActive) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null)
        return
      if (isCharacterKey(event) && !areCharacterKeysOn()) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, action, isActive])
}
