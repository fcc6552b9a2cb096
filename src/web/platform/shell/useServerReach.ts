import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState } from 'react'
import { health } from '#contract/platform/health.ts'
import { call } from '#web/platform/api/client.ts'
import { shellTexts } from '#texts/platform/shell.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { onApiEvent } from '#web/platform/api/events.ts'
import { pollUntilReached } from './pollUntilReached.ts'

/** Whether the server responds: below the shell, which follows it. */
export const ReachContext = createContext(true)
export const useIsReached = (): boolean => use(ReachContext)

/** Returns whether the server responds. After a failed connection it polls, then refetches. */
export function useServerReach(): boolean {
  const [isReached, setReached] = useState(true)
  const cache = useQueryClient()
  const toasts = useToasts()

  useEffect(() => {
    const lost = () => setReached(false)
    window.addEventListener('offline', lost)
    const stop = onApiEvent('unreachable', lost)
    return () => {
      window.removeEventListener('offline', lost)
      stop()
    }
  }, [])
  useEffect(() => {
    if (isReached) return undefined
    return pollUntilReached(
      (signal) => call(health.ready, { signal }),
      () => {
        setReached(true)
        toasts.success(shellTexts.reachableAgain)
        void cache.invalidateQueries()
      },
    )
  }, [isReached, cache, toasts])
  return isReached
}
