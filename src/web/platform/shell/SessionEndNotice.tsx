import { useEffect, useState, type ReactNode } from 'react'
import { sessionLimits } from '#domain/platform/limits.ts'
import { formatCountdown } from '#texts/platform/format.ts'
import { sessionEndTexts as texts } from '#texts/platform/session-end.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { useOverlays } from '#web/platform/ui/overlays.ts'
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import type { LazyDialog } from './lazyDialog.tsx'

const { endWarningMs, endQuestionsMs } = sessionLimits

export type SessionEndNoticeProps = {
  expiresAt: string
  /** The same moment by `performance.now()`. */
  endsAt: number
  /** Asks for the proof that prolongs the session. It may load its code before. */
  ProlongDialog: LazyDialog<{ onClose: () => void }>
}

/**
 * Announces the end of the session, which activity does not postpone, and offers to prolong it: by a banner, then by two
 * dialogs, since a banner is out of reach while a dialog is open.
 */
export function SessionEndNotice({ expiresAt, endsAt, ProlongDialog }: SessionEndNoticeProps): ReactNode {
  const left = useLeftBefore(endsAt)
  const [isProlonging, setProlonging] = useState(false)
  /** The end and the question that was answered by « Plus tard ». */
  const [refused, setRefused] = useState({ expiresAt, question: Infinity })
  const isNear = left !== null
  useEffect(() => {
    if (isNear) ProlongDialog.prepare()
  }, [isNear, ProlongDialog])

  const question = left === null ? undefined : endQuestionsMs.findLast((ms) => left <= ms)
  const isNew = question !== undefined && (refused.expiresAt !== expiresAt || question < refused.question)
  const isAsking = isNew && !isProlonging
  const overlays = useOverlays(isAsking)
  /** What had the focus before the question, which is gone when the proof ends. */
  const [opener, setOpener] = useState<Element | null>(null)
  if (isAsking && opener === null) setOpener(document.activeElement)
  if (left === null) return null
  const answer = (isProlonged: boolean) => {
    if (question !== undefined) setRefused({ expiresAt, question })
    setProlonging(isProlonged)
    if (!isProlonged) setOpener(null)
  }
  const endProof = () => {
    setProlonging(false)
    setOpener(null)
    restoreFocus(() => (opener instanceof HTMLElement && opener.isConnected ? opener : null))
  }
  return (
    <>
      <Banner
        tone="attention"
        title={texts.title(expiresAt)}
        actions={
          <Button size="small" onPress={() => answer(true)}>
            {texts.prolong}
          </Button>
        }
      >
        {texts.detail}
      </Banner>
      {isAsking && overlays !== null && (
        // No button has the focus: a key of who is typing presses none.
        <overlays.Dialog
          title={texts.soon}
          isOpen
          role="alertdialog"
          size="small"
          onClose={() => answer(false)}
          footer={
            <>
              <Button onPress={() => answer(false)}>{texts.later}</Button>
              <Button look="primary" onPress={() => answer(true)}>
                {texts.prolong}
              </Button>
            </>
          }
        >
          <p>{texts.countdown(formatCountdown(Math.ceil(left / 1000)))}</p>
        </overlays.Dialog>
      )}
      {isProlonging && <ProlongDialog onClose={endProof} />}
    </>
  )
}

/**
 * Returns the time left before a moment of `performance.now()`, each second once it is announced; null before. In
 * milliseconds.
 */
function useLeftBefore(end: number): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const look = () => {
      const now = end - performance.now()
      setLeft(now <= endWarningMs ? Math.max(0, now) : null)
    }
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}
