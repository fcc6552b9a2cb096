import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { administration } from '#contract/office/administration.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './MailState.module.css'

const texts = administrationTexts.mail
const queryKey = ['administration', 'mail']

/** One line about outgoing mail, with the last error of the mail server while mails are unsent. */
export function MailState(): ReactNode {
  const { data, isError } = useQuery({
    ...replyQuery(queryKey, administration.mailState, {}),
    // It changes on the server.
    refetchInterval: 30_000,
  })
  if (data === undefined) return isError ? <p>{texts.loadFailed}</p> : <Skeleton lines={1} />
  const { transport, waiting, failed, lastError } = data
  return (
    <>
      <p className={styles.line} role="status">
        <span className={styles.transport}>{texts.transports[transport]}</span>
        {waiting === 0 && failed === 0 && <Badge tone="success">{texts.idle}</Badge>}
        {waiting > 0 && <Badge tone="attention">{texts.waiting(waiting)}</Badge>}
        {failed > 0 && <Badge tone="danger">{texts.failed(failed)}</Badge>}
      </p>
      {lastError !== null && <p className={styles.error}>{texts.lastError(lastError)}</p>}
    </>
  )
}
