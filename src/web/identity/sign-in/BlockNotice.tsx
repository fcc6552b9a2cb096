import type { ReactNode } from 'react'
import { authTexts } from '#texts/identity/sign-in.ts'
import { formatExactDate } from '#texts/platform/format.ts'
import { isCode } from '#web/platform/api/errors.ts'
import styles from './BlockNotice.module.css'

/** A block as the server reported it for the typed login, whether it exists or not. */
export type Block = { readonly login: string; readonly until: string }

/** Shows until when an account is blocked; hidden while another login is typed. */
export function BlockNotice({ block, login }: { block: Block | null; login: string }): ReactNode {
  if (block?.login !== login.trim()) return null
  return (
    <p role="alert" className={styles.blocked}>
      {authTexts.blockedUntil(block.login, block.until)}
    </p>
  )
}

/** Returns the block reported by the server, for existing and unknown logins alike, or null. */
export function blockOf(error: unknown, login: string): Block | null {
  if (!isCode(error, 'ACCOUNT_BLOCKED')) return null
  const details = error.details
  if (typeof details !== 'object' || details === null || !('until' in details)) return null
  const until = Date.parse(String(details.until))
  return Number.isNaN(until) ? null : { login, until: formatExactDate(until) }
}
