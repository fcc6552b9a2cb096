import { createContext, use, useCallback, useEffect, useRef, type ReactNode } from 'react'

export type CopyOptions = {
  /** Clears the clipboard after this time in milliseconds, where the browser allows it; absent: never. */
  clearAfter?: number | undefined
  /** Called after the clipboard was cleared. */
  onClear?: (() => void) | undefined
}
/** Copies the text of a source, which may have to be fetched. Returns false when the browser refused. */
export type Copy = (source: () => string | Promise<string>, options?: CopyOptions) => Promise<boolean>

const ClipboardContext = createContext<Copy | null>(null)

/** Returns the copy function. Usable only below ClipboardProvider. Errors of the source are thrown. */
export function useCopy(): Copy {
  const copy = use(ClipboardContext)
  if (copy === null) throw new Error('useCopy needs a ClipboardProvider above it')
  return copy
}

/** Clears the clipboard unless it is known to have other content by now. Returns whether it did. */
async function clear(copied: string): Promise<boolean> {
  const permission = await navigator.permissions
    .query({ name: 'clipboard-read' as PermissionName })
    .then(({ state }) => state)
    // Some browsers do not know this permission.
    .catch(() => 'denied' as const)
  if (permission === 'granted' && (await navigator.clipboard.readText()) !== copied) return false
  await navigator.clipboard.writeText('')
  return true
}

let clearPending: (() => Promise<unknown>) | undefined

/** Clears immediately what a copy would clear later: the page is being left, and its timer with it. */
export async function clearCopied(): Promise<void> {
  // The browser lets only a focused page write.
  await clearPending?.().catch(() => undefined)
}

/**
 * Provides copying. There is one timer: the last copy decides when the clipboard is cleared, even after its
 * button was unmounted.
 */
export function ClipboardProvider({
  children,
  onCopied,
}: {
  children: ReactNode
  /** A stable function, called after each copy: what was copied before is no longer in the clipboard. */
  onCopied?: (() => void) | undefined
}): ReactNode {
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; stop: () => void }>(undefined)
  useEffect(() => () => pending.current?.stop(), [])

  const clearLater = useCallback((copied: string, delay: number, onClear: (() => void) | undefined) => {
    const wipe = () => {
      // Only a focused page may write: otherwise it is cleared on the next focus.
      clear(copied).then(
        (isCleared) => {
          window.removeEventListener('focus', wipe)
          clearPending = undefined
          if (isCleared) onClear?.()
        },
        () => window.addEventListener('focus', wipe, { once: true }),
      )
    }
    const timer = setTimeout(wipe, delay)
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener('focus', wipe)
      clearPending = undefined
    }
    pending.current = { timer, stop }
    clearPending = () => clear(copied)
  }, [])

  const copy = useCallback<Copy>(
    async (source, options = {}) => {
      pending.current?.stop()
      const text = await source()
      try {
        await navigator.clipboard.writeText(text)
      } catch {
        return false
      }
      onCopied?.()
      if (options.clearAfter !== undefined) clearLater(text, options.clearAfter, options.onClear)
      return true
    },
    [clearLater, onCopied],
  )
  return <ClipboardContext value={copy}>{children}</ClipboardContext>
}
