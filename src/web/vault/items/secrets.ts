import { useEffect, useState } from 'react'
import { clientEvents } from '#contract/vault/client-events.ts'
import { items } from '#contract/vault/items.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { call } from '#web/platform/api/client.ts'
import { useCopy } from '#web/platform/ui/Clipboard.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useIsVisible } from '#web/platform/ui/useIsVisible.ts'

/** Where a password is used: the table or the panel. The value is sent with the activity call. */
export type UsedFrom = 'explorer' | 'edit'

/** Reports how a password was used. The server has recorded the reading itself, so a failure is ignored. */
const tell = (action: 'copy_password' | 'view_password', type: UsedFrom): void => {
  call(clientEvents.spy, { body: { action, type, source: 'web' } }).catch(() => undefined)
}

/** Returns a function that copies an item's password. The clipboard is cleared after 45 seconds. */
export function useCopyPassword(from: UsedFrom): (itemId: number) => Promise<void> {
  const copy = useCopy()
  const toasts = useToasts()
  return async (itemId) => {
    try {
      const isCopied = await copy(() => call(items.copy, { params: { id: itemId } }), {
        clearAfter: screenLimits.clipboardMs,
        onClear: () => toasts.info(itemTexts.clipboardCleared),
      })
      if (!isCopied) return toasts.error(itemTexts.copyFailed)
      toasts.success(itemTexts.copied)
      tell('copy_password', from)
    } catch {
      toasts.error(itemTexts.secretFailed)
    }
  }
}

/** Returns a function that copies a text that is not secret. It stays in the clipboard. */
export function useCopyText(): (text: string) => Promise<void> {
  const copy = useCopy()
  const toasts = useToasts()
  return async (text) => {
    if (await copy(() => text)) toasts.success(itemTexts.copied)
    else toasts.error(itemTexts.copyFailed)
  }
}

export type Reveal = {
  /** The password while it is shown, else null. */
  value: string | null
  /** Seconds until it is masked. */
  secondsLeft: number
  isPending: boolean
  toggle: () => void
}

/**
 * Shows a password for 30 seconds. It is fetched on request, and discarded when it is masked, when its chest
 * is locked, or when the item changes.
 */
export function useReveal(item: { id: number; revision: number }, from: UsedFrom): Reveal {
  const { id, revision } = item
  const toasts = useToasts()
  const [shown, setShown] = useState<{ value: string; until: number; revision: number } | null>(null)
  const [isPending, setPending] = useState(false)
  const [now, setNow] = useState(0)
  const isInSight = useIsVisible()

  if (shown !== null && shown.revision !== revision) setShown(null)

  useEffect(() => {
    if (shown === null) return undefined
    const look = () => {
      setNow(Date.now())
      if (Date.now() >= shown.until) setShown(null)
    }
    const tick = setInterval(look, 250)
    // Timers are throttled in a background tab.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(tick)
      document.removeEventListener('visibilitychange', look)
      // The cleanup also runs when the chest is locked and its page hidden, where the timer would not run.
      setShown((present) => (present === shown ? null : present))
    }
  }, [shown])

  const show = async () => {
    setPending(true)
    try {
      const value = await call(items.copy, { params: { id } })
      tell('view_password', from)
      setNow(Date.now())
      if (isInSight()) setShown({ value, until: Date.now() + screenLimits.revealMs, revision })
    } catch {
      toasts.error(itemTexts.secretFailed)
    }
    setPending(false)
  }
  return {
    value: shown?.value ?? null,
    secondsLeft: shown === null ? 0 : Math.max(0, Math.ceil((shown.until - now) / 1000)),
    isPending,
    toggle: () => (shown === null ? void show() : setShown(null)),
  }
}
