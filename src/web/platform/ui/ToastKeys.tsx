import { useEffect, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { useToasts } from './Toast.tsx'

/**
 * Keyboard access to the toasts. F6 focuses the last one, which then stays. Ctrl+Z runs the last undo, even
 * after its toast has disappeared, so that no action has a time limit (WCAG 2.2.1).
 */
export function ToastKeys(): ReactNode {
  const { offered } = useToasts()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isGoToToasts(event)) lastButton()?.focus()
      else if (offered.current !== null && isTakeBack(event)) offered.current()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [offered])
  return null
}

/** Returns the action of the latest toast, or else its close button. */
const lastButton = () =>
  document.querySelector<HTMLElement>(`section[aria-label="${uiTexts.notifications}"] > :last-child button`)

const isGoToToasts = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key === 'F6' && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Not while typing, where the key undoes input, nor over a dialog. */
const isTakeBack = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.matches('input:not([type="checkbox"]), textarea')) &&
  document.querySelector('[role="dialog"], [role="alertdialog"]') === null
