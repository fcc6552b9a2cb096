import { useEffect, useRef, useState, type ReactNode } from 'react'
import { session } from '#contract/session.ts'
import { sessionLimits } from '#domain/limits.ts'
import { formatCountdown } from '#texts/format.ts'
import { shellTexts } from '#texts/shell.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { leaveExpired } from './leaving.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'click'] as const
const channelName = 'trousseau-activity'
/** How often activity is told to the other tabs and to the server, at most. */
const tellEvery = sessionLimits.touchEveryMs

/** Logs out after so many seconds without a sign of life in any tab; counts down before. */
export function Inactivity({ seconds }: { seconds: number }): ReactNode {
  const lastSign = useRef(0)
  const [left, setLeft] = useState<number | null>(null)
  const isWarning = left !== null
  const alive = useRef<() => void>(() => undefined)

  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    let lastTold = Date.now()
    lastSign.current = Date.now()
    channel.onmessage = () => {
      lastSign.current = Date.now()
      setLeft(null)
    }
    alive.current = () => {
      lastSign.current = Date.now()
      lastTold = lastSign.current
      setLeft(null)
      channel.postMessage('alive')
      call(session.read, {}).catch(() => undefined)
    }
    const onSign = () => {
      const silence = Date.now() - lastTold
      lastSign.current = Date.now()
      if (silence > tellEvery) alive.current()
    }
    const timer = setInterval(() => {
      const remaining = seconds * 1000 - (Date.now() - lastSign.current)
      if (remaining <= 0) {
        clearInterval(timer)
        void leaveExpired()
      } else setLeft(remaining <= sessionLimits.warningMs ? Math.ceil(remaining / 1000) : null)
    }, 1000)
    for (const sign of signs) document.addEventListener(sign, onSign, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      channel.close()
      for (const sign of signs) document.removeEventListener(sign, onSign, { capture: true })
    }
  }, [seconds])

  if (!isWarning) return null
  return (
    <Dialog
      title={shellTexts.inactivity.title}
      isOpen
      role="alertdialog"
      size="small"
      onClose={() => alive.current()}
      footer={
        <Button look="primary" autoFocus onPress={() => alive.current()}>
          {shellTexts.inactivity.stay}
        </Button>
      }
    >
      <p>{shellTexts.inactivity.detail(formatCountdown(left))}</p>
    </Dialog>
  )
}
