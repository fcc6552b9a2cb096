import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { banks } from '#contract/office/banks.ts'
import { bankTexts } from '#texts/office/banks.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './BankView.module.css'

/** The cache key of a bank's counter. Changes to the bank's people invalidate it. */
export const counterKey = (id: number) => ['office', 'bank-counter', id] as const

/** Reads the counter. Disabled for null (all banks). */
export const useBankCounter = (id: number | null) =>
  useQuery({
    ...replyQuery(counterKey(id ?? 0), banks.read, {
      params: { id: id ?? 0 },
      query: { active_user: 'true' },
    }),
    // Another administrator may have filled the bank.
    staleTime: 0,
    enabled: id !== null,
  })

/** The number of a bank's active contractors, and its limit. */
export function BankCounter({ id }: { id: number }): ReactNode {
  const { data } = useBankCounter(id)
  if (data === undefined) return <Skeleton lines={1} />
  const { number_active_user: active = 0, max_user: most } = data
  const text = bankTexts.activeUsersOf(active, most)
  if (most === null) {
    return (
      <p className={styles.counter}>
        {bankTexts.activeUsers} <span className={styles.number}>{text}</span>
      </p>
    )
  }
  return (
    <div className={styles.counter}>
      <ProgressBar label={bankTexts.activeUsers} value={active} total={most} detail={text} />
      {active >= most && <p className={styles.full}>{bankTexts.isFull}</p>}
    </div>
  )
}
