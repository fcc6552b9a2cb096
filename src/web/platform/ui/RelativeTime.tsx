import type { ReactNode } from 'react'
import { formatExactDate, formatRelativeDate } from '#texts/platform/format.ts'

export type RelativeTimeProps = {
  /** Milliseconds since the epoch, or an ISO date. */
  at: number | string
  /** Milliseconds since the epoch. */
  now: number
}

/** A relative time, with the exact date as tooltip. */
export function RelativeTime({ at, now }: RelativeTimeProps): ReactNode {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={formatExactDate(date.getTime())}>
      {formatRelativeDate(date.getTime(), now)}
    </time>
  )
}
