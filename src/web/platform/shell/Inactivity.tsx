import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { session } from '#contract/platform/session.ts'
import { sessionLimits } from '#domain/platform/limits.ts'
import { formatCountdown } from '#texts/platform/format.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { recordInput } from '#web/platform/api/attendance.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useOverlays } from '#web/platform/ui/overlays.ts'
import { leaveExpired, leaveToo, tabsChannel, veilToo, type TabMessage } from './leaving.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'click'] as const
/** The minimum interval at which activity is posted to the other tabs, in milliseconds. */
const tellTabsEvery = 1000
/** The minimum interval at which activity is reported to the server. */
const tellServerEvery = sessionLimits.touchEveryMs

/** Signs out after `seconds` without user input in any tab, with a countdown before. */
export function Inactivity({ seconds }: { seconds: number }): ReactNode {
  const cache = useQueryClient()
  const lastSign = useRef(0)
  const [left, setLeft] = useState<number | null>(null)
  const isWarning = left !== null
  const alive = useRef<() => void>(() => undefined)

  useEffect(() => {
    const channel = new BroadcastChannel(tabsChannel)
    let isTaken = false
    // One timestamp for all: input is newer than the last report only if it follows it.
    const opened = Date.now()
    let toldTabs = opened
    let toldServer = opened
    /** The last input in this tab. Each tab reports its own input to the server. */
    let ownSign = opened
    lastSign.current = opened
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'veil' || data === 'idle') {
        isTaken = true
        veilToo(channel, cache, data === 'veil' ? 'asked' : 'inactivity')
        return
      }
      if (data === 'prolonged') {
        void cache.invalidateQueries({ queryKey: cacheKeys.session })
        return
      }
      if (data !== 'alive') {
        void leaveToo(data, cache)
        return
      }
      lastSign.current = Date.now()
      setLeft(null)
    }
    const tellTabs = () => {
      toldTabs = Date.now()
      channel.postMessage('alive' satisfies TabMessage)
    }
    const tellServer = () => {
      toldServer = Date.now()
      call(session.read, {}).catch(() => undefined)
    }
    const onSign = () => {
      const now = Date.now()
      lastSign.current = now
      ownSign = now
      recordInput(now)
      setLeft(null)
      if (now - toldTabs >= tellTabsEvery) tellTabs()
      if (now - toldServer >= tellServerEvery) tellServer()
    }
    alive.current = () => {
      toldTabs = 0
      toldServer = 0
      onSign()
    }
    const timer = setInterval(() => {
      const now = Date.now()
      const remaining = seconds * 1000 - (now - lastSign.current)
      // Without a report: after a sleep of the machine one is due, and it would meet the lock on the server.
      if (remaining <= 0) {
        clearInterval(timer)
        void leaveExpired(cache)
        return
      }
      // Reports input since the last report, even if none follows.
      if (ownSign > toldTabs && now - toldTabs >= tellTabsEvery) tellTabs()
      if (ownSign > toldServer && now - toldServer >= tellServerEvery) tellServer()
      setLeft(remaining <= sessionLimits.warningMs ? Math.ceil(remaining / 1000) : null)
    }, 1000)
    for (const sign of signs) document.addEventListener(sign, onSign, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      if (!isTaken) channel.close()
      for (const sign of signs) document.removeEventListener(sign, onSign, { capture: true })
    }
  }, [seconds, cache])

  const overlays = useOverlays(isWarning)
  if (!isWarning || overlays === null) return null
  return (
    <overlays.Dialog
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
    </overlays.Dialog>
  )
}
