import type { ReactNode } from 'react'
import { authTexts } from '#texts/auth.ts'
import { formatExactDate } from '#texts/format.ts'
import { isCode } from '#web/api/errors.ts'
import styles from './BlockNotice.module.css'

/** Until when the account is blocked. */
export function BlockNotice({ until }: { until: string | null }): ReactNode {
  if (until === null) return null
  return (
    <p role="alert" className={styles.blocked}>
      {authTexts.blockedUntil(until)}
    </p>
  )
}

/** Until when the account is blocked, if the server tells: of logins that exist and of others alike. */
export function blockOf(error: unknown): string | null {
  if (!isCode(error, 'ACCOUNT_BLOCKED')) return null
  const details = error.details
  if (typeof details !== 'object' || details === null || !('until' in details)) return null
  const until = Date.parse(String(details.until))
  return Number.isNaN(until) ? null : formatExactDate(until)
}
