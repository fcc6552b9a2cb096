import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { administration } from '#contract/office/administration.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './MailState.module.css'

const texts = administrationTexts.mail
const queryKey = ['administration', 'mail']
const everyMs = 30_000

type Refused = NonNullable<ReplyOf<typeof administration.mailState>['refused']>

/** One line about outgoing mail, with the last error of the mail server while mails are unsent. */
export function MailState(): ReactNode {
  const { data, isError } = useQuery({
    ...replyQuery(queryKey, administration.mailState, {}),
    // It changes on the server.
    refetchInterval: everyMs,
  })
  if (data === undefined) return isError ? <p>{texts.loadFailed}</p> : <Skeleton lines={1} />
  const { transport, waiting, failed, lastError, refused } = data
  return (
    <>
      <p className={styles.line} role="status">
        <span className={styles.transport}>{texts.transports[transport]}</span>
        {waiting === 0 && failed === 0 && <Badge tone="success">{texts.idle}</Badge>}
        {waiting > 0 && <Badge tone="attention">{texts.waiting(waiting)}</Badge>}
        {failed > 0 && <Badge tone="danger">{texts.failed(failed)}</Badge>}
      </p>
      {lastError !== null && lastError !== refused?.reason && (
        <p className={styles.error}>{texts.lastError(lastError)}</p>
      )}
      {refused !== null && <RefusedSender refused={refused} />}
    </>
  )
}

/** The mails whose sender the mail server refuses, and a try of one of them. */
function RefusedSender({ refused }: { refused: Refused }): ReactNode {
  const words = texts.refused
  const now = useNow(everyMs)
  return (
    <div className={styles.refused}>
      <Banner tone="danger" title={words.title} actions={<TryButton />}>
        <p>{refused.reason}</p>
        <p>{words.waiting(refused.count)}</p>
        <p>{words.detail}</p>
        <p>
          {words.oldest} <RelativeTime at={refused.oldestAt} now={now} />
          {' · '}
          {words.next} <RelativeTime at={refused.nextAt} now={now} />
        </p>
        <p>{words.kept(refused.kept)}</p>
      </Banner>
    </div>
  )
}

function TryButton(): ReactNode {
  const words = texts.refused
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isBusy, setBusy] = useState(false)

  const tryNow = async () => {
    setBusy(true)
    try {
      const { outcome, reason } = await call(administration.trySender, {})
      if (outcome === 'refused') toasts.error(reason ?? words.outcomes.refused)
      else toasts.success(words.outcomes[outcome])
    } catch {
      toasts.error(words.tryFailed)
    }
    await cache.invalidateQueries({ queryKey })
    setBusy(false)
  }
  return (
    <Button size="small" isPending={isBusy} onPress={() => void tryNow()}>
      {words.tryNow}
    </Button>
  )
}
