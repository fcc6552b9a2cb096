import type { ReactNode } from 'react'
import { administrationTexts } from '#texts/office/administration.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './MailState.module.css'
import { useMailState } from './queries.ts'

const texts = administrationTexts.mail

/** One line about outgoing mail, with the last error of the mail server while mails are unsent. */
export function MailState(): ReactNode {
  const { data, isError } = useMailState()
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
