import { useEffect, useState } from 'react'
import { clientEvents } from '#contract/vault/client-events.ts'
import { items } from '#contract/vault/items.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { itemTexts } from '#texts/vault/contents.ts'
import { readRepeatedly } from '#web/platform/api/cache.ts'
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

/** Reads a password. Where a reply was lost, the journal has the reading twice. */
export const readPassword = (id: number): Promise<string> =>
  readRepeatedly(() => call(items.copy, { params: { id } }))

/**
 * Returns a function that copies a secret and reports what was copied. The clipboard is cleared after 45
 * seconds. It resolves to whether the secret was copied; a source that fails counts as not.
 */
export function useCopySecret(): (source: () => string | Promise<string>, what: string) => Promise<boolean> {
  const copy = useCopy()
  const toasts = useToasts()
  return async (source, what) => {
    try {
      const clearAfter = screenLimits.clipboardMs
      const clearedBy = await copy(source, { clearAfter })
      if (clearedBy === false) {
        toasts.error(itemTexts.copyFailed)
        return false
      }
      const clearing = uiTexts.clearedBy[clearedBy](clearAfter / 1000)
      toasts.success(itemTexts.copied, { detail: uiTexts.copiedDetail(what, clearing) })
      return true
    } catch {
      toasts.error(itemTexts.secretFailed)
      return false
    }
  }
}

/** Returns a function that copies an item's password. */
export function useCopyPassword(from: UsedFrom): (itemId: number) => Promise<void> {
  const copy = useCopySecret()
  return async (itemId) => {
    if (await copy(() => readPassword(itemId), itemTexts.fields.password)) tell('copy_password', from)
  }
}

type Code = ReplyOf<typeof items.otp>

/** Returns the code to copy: in its last two seconds one would expire before it is pasted. */
export const usefulCode = ({ code, next }: Pick<Code, 'code' | 'next'>, secondsLeft: number): string =>
  secondsLeft <= 2 ? next : code

/** Returns a function that copies an item's current one-time code, or one that is shown already. */
export function useCopyCode(): (itemId: number, shown?: string) => Promise<void> {
  const copy = useCopySecret()
  return async (itemId, shown) => {
    const read = async () => {
      const reply = await call(items.otp, { params: { id: itemId } })
      return usefulCode(reply, reply.otpTime)
    }
    await copy(() => shown ?? read(), itemTexts.otpCode)
  }
}

/** Returns a function that copies a text that is not secret, and its name. It stays in the clipboard. */
export function useCopyText(): (text: string, what: string) => Promise<void> {
  const copy = useCopy()
  const toasts = useToasts()
  return async (text, what) => {
    const isCopied = (await copy(() => text)) !== false
    if (isCopied) toasts.success(itemTexts.copied, { detail: what })
    else toasts.error(itemTexts.copyFailed)
  }
}

export type Reveal = {
  /** The secret while it is shown, else null. */
  value: string | null
  /** Seconds until it is masked. */
  secondsLeft: number
  isPending: boolean
  toggle: () => void
}

/** Shows an item's password for 30 seconds. */
export const useReveal = (item: { id: number; revision: number }, from: UsedFrom): Reveal =>
  useRevealed(item.revision, async () => {
    const value = await readPassword(item.id)
    tell('view_password', from)
    return value
  })

/** Reads the concealed value of an extra field. */
export const readExtraField = (id: number, fieldId: number): Promise<string> =>
  readRepeatedly(() => call(items.readField, { params: { id, fieldId } }))

/**
 * Shows a secret for 30 seconds. It is fetched on request, and discarded when it is masked, when its chest
 * is locked, or when the item changes.
 */
export function useRevealed(revision: number, read: () => Promise<string>): Reveal {
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
      const value = await read()
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
