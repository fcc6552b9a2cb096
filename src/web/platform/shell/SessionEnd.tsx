import { useEffect, useState, type ReactNode } from 'react'
import { sessionLimits } from '#domain/platform/limits.ts'
import { lazyAttempts } from './lazyAttempts.tsx'
import type { SessionEndNoticeProps } from './SessionEndNotice.tsx'

/** Loaded near the end of a session. */
const { Lazy: Notice } = lazyAttempts<SessionEndNoticeProps>(
  () => import('./SessionEndNotice.tsx').then((module) => module.SessionEndNotice),
  () => null,
)

/** Announces the end of the session, which activity does not postpone, in time to prolong it. */
export function SessionEnd(props: SessionEndNoticeProps): ReactNode {
  const { expiresAt, endsAt } = props
  const [near, setNear] = useState<string | null>(null)
  useEffect(() => {
    const left = endsAt - sessionLimits.endWarningMs - performance.now()
    const timer = setTimeout(() => setNear(expiresAt), left)
    return () => {
      clearTimeout(timer)
      // Also when the page is hidden: its questions are those of an ended session.
      setNear(null)
    }
  }, [expiresAt, endsAt])
  return near === expiresAt ? <Notice given={props} /> : null
}
