import { useState, type ReactNode } from 'react'
import { Laptop, Smartphone } from 'lucide-react'
import type { Static } from 'typebox'
import type { AccountSession } from '#contract/platform/live-session.ts'
import { deviceOf } from '#domain/platform/devices.ts'
import { sessionTexts as texts } from '#texts/access/sessions.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { Row, RowList } from '#web/platform/ui/RowList.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { restoreFocusInList } from '#web/platform/ui/restoreFocus.ts'

type Session = Static<typeof AccountSession>

const handhelds = new Set(['iPhone', 'iPad', 'Android'])
const clockStepMs = 30_000

/**
 * The sessions of a user. Each except the current one can be ended.
 * @param onEnd ends a session on the server; `onEnded` refetches the list, also after a refusal
 */
export function SessionList(props: {
  sessions: readonly Session[]
  onEnd: (sessionId: string) => Promise<unknown>
  onEnded: () => Promise<unknown>
}): ReactNode {
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const [busyId, setBusyId] = useState<string | null>(null)
  const end = async ({ id }: Session) => {
    restoreFocusInList()
    setBusyId(id)
    try {
      await props.onEnd(id)
      toasts.success(texts.ended)
    } catch (failure) {
      toasts.error(isCode(failure, 'SESSION_NOT_FOUND') ? sentenceOf(failure) : texts.endFailed)
    }
    await props.onEnded()
    setBusyId(null)
  }
  return (
    <RowList label={texts.list}>
      {props.sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          now={now}
          isBusy={busyId === session.id}
          onEnd={() => void end(session)}
        />
      ))}
    </RowList>
  )
}

function SessionRow(props: { session: Session; now: number; isBusy: boolean; onEnd: () => void }): ReactNode {
  const { session, now } = props
  const { browser, system } = deviceOf(session.userAgent)
  const device = texts.device(browser ?? texts.unknownBrowser, system ?? texts.unknownSystem)
  return (
    <Row
      icon={handhelds.has(system ?? '') ? <Smartphone /> : <Laptop />}
      title={
        <>
          {device}
          {session.isCurrent && <Badge tone="success">{texts.current}</Badge>}
          {session.isLocked && <Badge>{texts.locked}</Badge>}
        </>
      }
      detail={
        <>
          {texts.from(session.ip)}
          {' · '}
          {texts.signedIn} <RelativeTime at={session.signedInAt} now={now} />
          {' · '}
          {texts.lastSeen} <RelativeTime at={session.lastSeenAt} now={now} />
        </>
      }
    >
      {!session.isCurrent && (
        <Button
          size="small"
          isPending={props.isBusy}
          aria-label={texts.endOf(device, session.ip)}
          onPress={props.onEnd}
        >
          {texts.end}
        </Button>
      )}
    </Row>
  )
}
