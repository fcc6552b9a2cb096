import { clipboardTexts as texts } from '#texts/platform/clipboard.ts'
import type { Toasts } from './Toast.tsx'

/** What is to be cleared from the clipboard. */
export type Clearing = {
  /** Something else was copied. */
  stop: () => void
  /** Clears it immediately if the browser allows it here without a question. */
  clearNow: () => Promise<void>
}

export type ClearingOptions = {
  /** When it is cleared, in epoch milliseconds. */
  time: number
  /** Whether a timer may write. If not, the next key or press outside a field does it after the time. */
  isTimed: boolean
  toasts: Toasts
  /** The key in the tab's storage under which the next document finds the time. */
  stored: string
}

const gestures = ['keydown', 'click'] as const

const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** Whether a key or a press may begin a paste: what was copied elsewhere meanwhile has to reach the field. */
function mayPaste(event: Event): boolean {
  const { target } = event
  const isInField =
    target instanceof Element && target.closest('input, textarea, label, [contenteditable]') !== null
  if (!(event instanceof KeyboardEvent)) return isInField
  const { key, ctrlKey, metaKey, shiftKey } = event
  const isPaste = ((ctrlKey || metaKey) && key.toLowerCase() === 'v') || (shiftKey && key === 'Insert')
  return isPaste || modifiers.has(key) || (isInField && key !== 'Enter')
}

/**
 * Clears the clipboard at a time, and says when it has and when it could not. It never reads the clipboard: what another
 * application put into it meanwhile is cleared too, but not before it can be pasted into a field here.
 */
export function startClearing({ time, isTimed, toasts, stored }: ClearingOptions): Clearing {
  let isOver = false
  let isRefusalSaid = false
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('focus', act)
    window.removeEventListener('pagehide', leave)
    document.removeEventListener('copy', replace)
    document.removeEventListener('cut', replace)
    for (const gesture of gestures) window.removeEventListener(gesture, actOn, { capture: true })
    sessionStorage.removeItem(stored)
  }
  const done = () => {
    if (isOver) return
    stop()
    toasts.withdraw(texts.due)
    toasts.info(texts.cleared)
  }
  /** Without a gesture only a page with the focus may write. */
  const mayWrite = () => navigator.userActivation.isActive || (isTimed && document.hasFocus())
  const clearNow = async () => {
    sessionStorage.setItem(stored, '0')
    if (!isOver && mayWrite()) await navigator.clipboard.writeText('').then(done, () => undefined)
  }
  const act = () => {
    if (!mayWrite()) {
      // Shown where it is seen: the handler of the focus calls again.
      if (document.hasFocus()) toasts.info(texts.due)
      return
    }
    navigator.clipboard.writeText('').then(done, () => {
      if (isOver || isRefusalSaid || !document.hasFocus()) return
      isRefusalSaid = true
      toasts.error(texts.refused)
    })
  }
  const actOn = (event: Event) => {
    if (!mayPaste(event)) act()
  }
  const due = () => {
    sessionStorage.setItem(stored, '0')
    window.addEventListener('focus', act)
    for (const gesture of gestures) window.addEventListener(gesture, actOn, { capture: true })
    act()
  }
  /** Something selected in the page replaces it in the clipboard. */
  const replace = ({ target }: Event) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    const isSelected = isField
      ? target.selectionStart !== target.selectionEnd
      : document.getSelection()?.isCollapsed === false
    if (isSelected) stop()
  }
  const leave = () => void clearNow()
  const timer = setTimeout(due, Math.max(0, time - Date.now()))
  window.addEventListener('pagehide', leave)
  document.addEventListener('copy', replace)
  document.addEventListener('cut', replace)
  return { stop, clearNow }
}
