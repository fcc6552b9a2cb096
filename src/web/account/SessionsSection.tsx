import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { account } from '#contract/account.ts'
import { deviceOf } from '#domain/devices.ts'
import { accountTexts } from '#texts/account.ts'
import { call } from '#web/api/client.ts'
import { isCode, sentenceOf } from '#web/api/errors.ts'
import { useNow } from '#web/shell/useNow.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import styles from './Account.module.css'
import { sessionsKey, useSessions, type AccountSession } from './queries.ts'
import { Section } from './Section.tsx'

const texts = accountTexts.sessions
const handhelds = new Set(['iPhone', 'iPad', 'Android'])
const clockStepMs = 30_000

/** Where one is signed in; each place can be signed out from here. */
export function SessionsSection(): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const { data, error, refetch } = useSessions()
  const [busyId, setBusyId] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const others = (data ?? []).filter((one) => !one.isCurrent)
  const refresh = () => cache.invalidateQueries({ queryKey: sessionsKey })

  const end = async (session: AccountSession) => {
    setBusyId(session.id)
    try {
      await call(account.endSession, { params: { sessionId: session.id } })
      toasts.success(texts.ended)
    } catch (failure) {
      toasts.error(isCode(failure, 'SESSION_NOT_FOUND') ? sentenceOf(failure) : texts.endFailed)
    }
    await refresh()
    setBusyId(null)
  }
  const endOthers = async () => {
    try {
      const { ended } = await call(account.endOtherSessions, {})
      toasts.success(texts.othersEnded(ended))
    } catch {
      toasts.error(texts.endFailed)
    }
    await refresh()
  }
  return (
    <Section
      title={texts.title}
      detail={texts.detail}
      actions={others.length > 0 && <Button onPress={() => setAsking(true)}>{texts.endOthers}</Button>}
    >
      {data !== undefined ? (
        <ul className={styles.rows} aria-label={texts.list}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              now={now}
              isBusy={busyId === session.id}
              onEnd={() => void end(session)}
            />
          ))}
        </ul>
      ) : error !== null ? (
        <ErrorBlock title={texts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      ) : (
        <Skeleton lines={4} />
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={texts.confirm.title}
          confirmLabel={texts.end}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        >
          <p>{texts.confirm.detail}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function SessionRow(props: {
  session: AccountSession
  now: number
  isBusy: boolean
  onEnd: () => void
}): ReactNode {
  const { session, now } = props
  const { browser, system } = deviceOf(session.userAgent)
  const device = texts.device(browser ?? texts.unknownBrowser, system ?? texts.unknownSystem)
  return (
    <li>
      <span className={styles.rowIcon} aria-hidden="true">
        {handhelds.has(system ?? '') ? <Smartphone /> : <Laptop />}
      </span>
      <div className={styles.rowWords}>
        <p className={styles.rowTitle}>
          {device}
          {session.isCurrent && <Badge tone="success">{texts.current}</Badge>}
        </p>
        <p className={styles.rowDetail}>
          {texts.from(session.ip)}
          {' · '}
          {texts.signedIn} <RelativeTime at={session.signedInAt} now={now} />
          {' · '}
          {texts.lastSeen} <RelativeTime at={session.lastSeenAt} now={now} />
        </p>
      </div>
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
    </li>
  )
}
