import { createContext, use, useCallback, useEffect, useRef, type ReactNode } from 'react'

export type CopyOptions = {
  /** Milliseconds after which the clipboard is emptied, where the browser allows; never when absent. */
  clearAfter?: number | undefined
  /** It was emptied. */
  onClear?: (() => void) | undefined
}
/** Copies what the source gives, which may have to be fetched first. False when the browser refused. */
export type Copy = (source: () => string | Promise<string>, options?: CopyOptions) => Promise<boolean>

const ClipboardContext = createContext<Copy | null>(null)

/** Must be called below ClipboardProvider. An error of the source itself is thrown on. */
export function useCopy(): Copy {
  const copy = use(ClipboardContext)
  if (copy === null) throw new Error('useCopy needs a ClipboardProvider above it')
  return copy
}

/** Empties the clipboard unless it is known to hold something else by now; whether it did. */
async function clear(copied: string): Promise<boolean> {
  const permission = await navigator.permissions
    .query({ name: 'clipboard-read' as PermissionName })
    .then(({ state }) => state)
    // Not every browser knows this permission.
    .catch(() => 'denied' as const)
  if (permission === 'granted' && (await navigator.clipboard.readText()) !== copied) return false
  await navigator.clipboard.writeText('')
  return true
}

/** One clipboard, one timer: the last copy decides when it is emptied, also after its button is gone. */
export function ClipboardProvider({ children }: { children: ReactNode }): ReactNode {
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; stop: () => void }>(undefined)
  useEffect(() => () => pending.current?.stop(), [])

  const clearLater = useCallback((copied: string, delay: number, onClear: (() => void) | undefined) => {
    const wipe = () => {
      // Only a focused page may write: otherwise it happens when one comes back.
      clear(copied).then(
        (isCleared) => {
          window.removeEventListener('focus', wipe)
          if (isCleared) onClear?.()
        },
        () => window.addEventListener('focus', wipe, { once: true }),
      )
    }
    const timer = setTimeout(wipe, delay)
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener('focus', wipe)
    }
    pending.current = { timer, stop }
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
      if (options.clearAfter !== undefined) clearLater(text, options.clearAfter, options.onClear)
      return true
    },
    [clearLater],
  )
  return <ClipboardContext value={copy}>{children}</ClipboardContext>
}
