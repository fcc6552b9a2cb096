import { useCallback, useEffect, useState } from 'react'
import { activity } from '#contract/vault/client-events.ts'
import { items } from '#contract/vault/items.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { itemTexts } from '#texts/vault/items.ts'
import { call } from '#web/platform/api/client.ts'
import { useCopy } from '#web/platform/ui/Clipboard.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useIsInSight } from '#web/platform/ui/useIsInSight.ts'

/** Where a password is used, as the spy call says it: the table, or the detail panel. */
export type UsedFrom = 'explorer' | 'edit'

/** Says how a password was taken. The reading itself is recorded by the server, so a failure here changes nothing. */
const tell = (action: 'copy_password' | 'view_password', type: UsedFrom): void => {
  call(activity.spy, { body: { action, type, source: 'web' } }).catch(() => undefined)
}

/** Copies an item's password; the clipboard is emptied after 45 seconds. */
export function useCopyPassword(from: UsedFrom): (itemId: number) => Promise<void> {
  const copy = useCopy()
  const toasts = useToasts()
  return useCallback(
    async (itemId) => {
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
    },
    [copy, toasts, from],
  )
}

/** Copies what is no secret: it stays on the clipboard. */
export function useCopyText(): (text: string) => Promise<void> {
  const copy = useCopy()
  const toasts = useToasts()
  return useCallback(
    async (text) => {
      if (await copy(() => text)) toasts.success(itemTexts.copied)
      else toasts.error(itemTexts.copyFailed)
    },
    [copy, toasts],
  )
}

export type Reveal = {
  /** The password while it shows. */
  value: string | null
  /** Seconds until it masks itself. */
  secondsLeft: number
  isPending: boolean
  toggle: () => void
}

/**
 * Shows a password for 30 seconds. It is fetched when asked for and forgotten when masked, when it is put out of sight
 * (its chest was locked), or when the item changed: what was read then may no longer be its password.
 */
export function useReveal(item: { id: number; revision: number }, from: UsedFrom): Reveal {
  const { id, revision } = item
  const toasts = useToasts()
  const [shown, setShown] = useState<{ value: string; until: number; revision: number } | null>(null)
  const [isPending, setPending] = useState(false)
  const [now, setNow] = useState(0)
  const isInSight = useIsInSight()

  if (shown !== null && shown.revision !== revision) setShown(null)

  useEffect(() => {
    if (shown === null) return undefined
    const look = () => {
      setNow(Date.now())
      if (Date.now() >= shown.until) setShown(null)
    }
    const tick = setInterval(look, 250)
    // In a window that was behind others, time is counted late.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(tick)
      document.removeEventListener('visibilitychange', look)
      // Also when what shows it is put away: nothing would count its seconds there.
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
