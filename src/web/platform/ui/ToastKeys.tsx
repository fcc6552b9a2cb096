import { useEffect, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import { useToasts } from './Toast.tsx'

/**
 * The toasts by the keyboard: F6 goes to the last one, which then stays; Ctrl+Z takes the way back that one offered,
 * also when it has gone, so that nobody has to be there within five seconds (WCAG 2.2.1).
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

/** The action of the latest toast, else the cross that closes it. */
const lastButton = () =>
  document.querySelector<HTMLElement>(`section[aria-label="${uiTexts.notifications}"] > :last-child button`)

const isGoToToasts = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key === 'F6' && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Not while one types, where the key takes back what was typed, nor over a dialog. */
const isTakeBack = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof Element && target.matches('input:not([type="checkbox"]), textarea')) &&
  document.querySelector('[role="dialog"], [role="alertdialog"]') === null
