import { screenLimits } from '#domain/platform/limits.ts'
import { clipboardTexts as texts } from '#texts/platform/clipboard.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import type { Toasts } from './Toast.tsx'

/** What is to be cleared from the clipboard. */
export type Clearing = {
  /** Something else was copied. */
  stop: () => void
  /** Clears it immediately if the browser allows it here without a question. */
  clearNow: () => Promise<void>
}

export type ClearingOptions = {
  /** Whether a timer may write. If not, the next key or press outside a field does it after the time. */
  isTimed: boolean
  toasts: Toasts
  /** The key in the tab's storage under which this and the next document find the time, in epoch milliseconds. */
  stored: string
  /** The channel on which a tab says that the clipboard holds nothing to clear any more. */
  channelName: string
  /** Tells the other tabs so. */
  tellTabs: () => void
}

/**
 * Returns whether a timer may write without a question to the user: without a gesture, Chromium asks for the right to
 * read the clipboard. Other browsers do not know this permission, and refuse.
 */
export const mayTimersWrite = (): Promise<boolean> =>
  navigator.permissions
    .query({ name: 'clipboard-write', allowWithoutGesture: true } as unknown as PermissionDescriptor)
    .then(({ state }) => state === 'granted')
    .catch(() => false)

/** How long after its time another document still clears a copy. A tab that is restored later knows nothing of the clipboard. */
const keptMs = 5 * 60_000

const gestures = ['keydown', 'click'] as const

const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** Whether a key or a press may use the clipboard: what was copied elsewhere has to reach a field, what is copied here stays. */
function mayUse(event: Event): boolean {
  const { target } = event
  const isInField =
    target instanceof Element && target.closest('input, textarea, label, [contenteditable]') !== null
  if (!(event instanceof KeyboardEvent)) return isInField
  const { key, ctrlKey, metaKey } = event
  return ctrlKey || metaKey || key === 'Insert' || modifiers.has(key) || (isInField && key !== 'Enter')
}

/**
 * Clears the clipboard at the time that the tab's storage holds, and says when it has and when it could not. It never
 * reads the clipboard: what another application put into it meanwhile is cleared too, but not before it can be pasted
 * into a field here, and not by the mere return to this page. It ends without a word when another tab has cleared it or
 * copied something else.
 */
export function startClearing(options: ClearingOptions): Clearing {
  const { isTimed, toasts, stored, channelName, tellTabs } = options
  let isOver = false
  let isRefusalSaid = false
  const channel = new BroadcastChannel(channelName)
  const stop = () => {
    isOver = true
    channel.close()
    clearTimeout(timer)
    window.removeEventListener('focus', remind)
    window.removeEventListener('pagehide', leave)
    for (const gesture of gestures) window.removeEventListener(gesture, actOn, { capture: true })
    sessionStorage.removeItem(stored)
    toasts.withdraw(texts.due)
  }
  const done = () => {
    if (isOver) return
    stop()
    tellTabs()
    toasts.info(texts.cleared)
  }
  const remind = () => {
    if (document.hasFocus()) toasts.info(texts.due)
  }
  /** Without a gesture only a page with the focus may write. */
  const mayWrite = () => navigator.userActivation.isActive || (isTimed && document.hasFocus())
  const clearNow = async () => {
    if (isOver) return
    // The next document finds it due.
    sessionStorage.setItem(stored, String(Date.now()))
    if (mayWrite()) await navigator.clipboard.writeText('').then(done, () => undefined)
  }
  const act = () => {
    if (!mayWrite()) return remind()
    navigator.clipboard.writeText('').then(done, () => {
      if (isOver || isRefusalSaid || !document.hasFocus()) return
      isRefusalSaid = true
      toasts.error(texts.refused)
    })
  }
  const actOn = (event: Event) => {
    if (!mayUse(event)) act()
  }
  const due = () => {
    window.addEventListener('focus', remind)
    for (const gesture of gestures) window.addEventListener(gesture, actOn, { capture: true })
    act()
  }
  const leave = () => void clearNow()
  const left = Number(sessionStorage.getItem(stored)) - Date.now()
  const timer = setTimeout(due, Math.max(0, left))
  if (left < -keptMs) stop()
  else window.addEventListener('pagehide', leave)
  channel.onmessage = stop
  return { stop, clearNow }
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)
const isInSecret = (node: Node) => (elementOf(node)?.closest('[data-secret]') ?? null) !== null

/** Whether a selected part of the page holds text of a secret. The value of a field in it is not copied. */
function holdsSecret(range: Range): boolean {
  if (isInSecret(range.commonAncestorContainer)) return true
  const secrets = range.cloneContents().querySelectorAll('[data-secret]:not(textarea)')
  return [...secrets].some(({ textContent }) => textContent !== '')
}

/** Returns whether a copy by hand takes a secret, or null when it takes nothing. */
function takesSecret({ type, target, defaultPrevented }: Event): boolean | null {
  if (defaultPrevented) return null
  const isCut = type === 'cut'
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    // No browser copies from a password field or cuts from a field that is only read, but one may say so.
    const isRefused = target.type === 'password' || (isCut && target.readOnly)
    return isRefused || target.selectionStart === target.selectionEnd ? null : isInSecret(target)
  }
  // Nothing but fields can be edited here: what is selected in the page is not cut, though browsers say so.
  if (isCut) return null
  const selection = document.getSelection()
  if (selection === null || selection.toString() === '') return null
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index))
  return ranges.some(holdsSecret)
}

/** What follows a copy in the page without a button: by a key, or by the browser's menu. */
export type HandCopies = {
  /** Without it, no copy is cleared. */
  toasts: Toasts | undefined
  /** Clears the clipboard after a time in milliseconds, in place of what was to be cleared. Returns what will do it. */
  clearLater: (delay: number) => Promise<'timer' | 'gesture'>
  /** Clears nothing: the clipboard holds something else. */
  forget: () => void
}

/** Follows a copy or a cut by hand: a secret is cleared as if its button had copied it. */
export function followCopy(event: Event, { toasts, clearLater, forget }: HandCopies): void {
  const isSecret = takesSecret(event)
  if (isSecret === null) return
  if (!isSecret || toasts === undefined) return forget()
  const delay = screenLimits.clipboardMs
  void clearLater(delay).then((clearedBy) =>
    toasts.success(uiTexts.copied, { detail: uiTexts.clearedBy[clearedBy](delay / 1000) }),
  )
}
