import type { ReactNode } from 'react'
import { authTexts } from '#texts/identity/auth.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { isCode } from '#web/platform/api/errors.ts'
import styles from './BlockNotice.module.css'

/** A block as it was told: of the login that was typed, whether it exists or not. */
export type Block = { readonly login: string; readonly until: string }

/** Until when an account is blocked; gone while another login is typed. */
export function BlockNotice({ block, login }: { block: Block | null; login: string }): ReactNode {
  if (block?.login !== login.trim()) return null
  return (
    <p role="alert" className={styles.blocked}>
      {authTexts.blockedUntil(block.login, block.until)}
    </p>
  )
}

/** Until when the account is blocked, if the server tells: of logins that exist and of others alike. */
export function blockOf(error: unknown, login: string): Block | null {
  if (!isCode(error, 'ACCOUNT_BLOCKED')) return null
  const details = error.details
  if (typeof details !== 'object' || details === null || !('until' in details)) return null
  const until = Date.parse(String(details.until))
  return Number.isNaN(until) ? null : { login, until: formatExactDate(until) }
}
