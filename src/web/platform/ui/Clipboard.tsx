import { createContext, use, useCallback, useEffect, type ReactNode } from 'react'
import { uiTexts } from '#texts/platform/ui.ts'
import type * as clearingPart from './clearing.ts'
import type { Toasts } from './Toast.tsx'
import { whenIdle } from './whenIdle.ts'

export type CopyOptions = {
  /** Clears the clipboard after this time in milliseconds; absent: never. */
  clearAfter?: number | undefined
}
/** When the clipboard is cleared after a copy: never, by a timer, or at the next key or press after that time. */
export type ClearedBy = 'never' | 'timer' | 'gesture'
/**
 * Copies the text of a source, which may have to be fetched: it is called once, immediately, since browsers accept a copy
 * only inside a gesture. Returns false when the browser refused.
 */
export type Copy = (
  source: () => string | Promise<string>,
  options?: CopyOptions,
) => Promise<ClearedBy | false>

const ClipboardContext = createContext<Copy | null>(null)

/** Returns the copy function. Usable only below ClipboardProvider. Errors of the source are thrown. */
export function useCopy(): Copy {
  const copy = use(ClipboardContext)
  if (copy === null) throw new Error('useCopy needs a ClipboardProvider above it')
  return copy
}

/** Returns whether the browser took the text. Safari wants the call inside the gesture, the text may follow. */
async function write(source: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof source === 'string') await navigator.clipboard.writeText(source)
    else {
      const text = source.then((value) => new Blob([value], { type: 'text/plain' }))
      text.catch(() => undefined)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    }
    return true
  } catch {
    // Throws the error of the source, if it has one: then nothing was read.
    await source
    return false
  }
}

let loaded: typeof clearingPart | undefined
const loadClearing = async () => (loaded ??= await import('./clearing.ts'))

/** For pages that load the clearing at once: it clears even where an upgrade replaced the code since. */
export function provideClearing(part: typeof clearingPart): void {
  loaded = part
}

/** In this tab: when the clipboard has to be cleared. It outlives the document. */
const stored = 'copied'
const channelName = 'trousseau-clipboard'

let clearing: clearingPart.Clearing | undefined
/** The number of copies, so that of two the last one counts. */
let copies = 0

/** Clears immediately what a copy would clear later: the page is being left. */
export async function clearCopied(): Promise<void> {
  await clearing?.clearNow()
}

/** The clipboard holds nothing any more of what another tab, such as a duplicate of this one, has to clear. */
function tellTabs(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Something else is in the clipboard: no tab clears it. */
function forget(): void {
  copies += 1
  clearing?.stop()
  clearing = undefined
  try {
    sessionStorage.removeItem(stored)
  } catch {
    // The reader of a one-time message may have a browser without storage.
  }
  tellTabs()
}

/** Provides copying. The last copy decides when the clipboard is cleared, even after its button was unmounted. */
export function ClipboardProvider({
  children,
  toasts,
}: {
  children: ReactNode
  /** Where clearing is reported; without it, no copy is cleared. */
  toasts?: Toasts | undefined
}): ReactNode {
  const start = useCallback(async () => {
    const number = copies
    try {
      const { mayTimersWrite, startClearing } = await loadClearing()
      const isTimed = await mayTimersWrite()
      if (number === copies && toasts !== undefined)
        clearing = startClearing({ isTimed, toasts, stored, channelName, tellTabs })
      return isTimed ? 'timer' : 'gesture'
    } catch {
      // The next document does it.
      return 'gesture'
    }
  }, [toasts])
  const clearLater = useCallback(
    (delay: number) => {
      forget()
      sessionStorage.setItem(stored, String(Date.now() + delay))
      return start()
    },
    [start],
  )
  useEffect(() => {
    // A document that was left could not clear it.
    if (toasts !== undefined && sessionStorage.getItem(stored) !== null) void start()
    const look = (event: Event) => {
      const act = () => loaded?.followCopy(event, { toasts, clearLater, forget })
      // Within the event if possible: a cut empties the selection.
      if (loaded) act()
      else void loadClearing().then(act, () => undefined)
    }
    const gone = new AbortController()
    const { signal } = gone
    document.addEventListener('copy', look, { signal })
    document.addEventListener('cut', look, { signal })
    const stop = whenIdle(() => void loadClearing().catch(() => undefined))
    return () => {
      stop()
      gone.abort()
    }
  }, [toasts, start, clearLater])

  const copy = useCallback<Copy>(
    async (source, { clearAfter } = {}) => {
      if (!(await write(source()))) return false
      toasts?.withdraw(uiTexts.copied)
      if (clearAfter !== undefined && toasts !== undefined) return clearLater(clearAfter)
      forget()
      return 'never'
    },
    [clearLater, toasts],
  )
  return <ClipboardContext value={copy}>{children}</ClipboardContext>
}
