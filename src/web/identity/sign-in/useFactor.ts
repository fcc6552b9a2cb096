import { useCallback, useMemo, useState } from 'react'
import { ApiError, sentenceOf } from '#web/platform/api/errors.ts'
import { clearStored } from '#web/platform/api/storage.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import type { FactorScreen } from './signInStep.ts'
import { storeLastFactor } from './lastFactor.ts'
import { enter } from './offers.ts'

export type FactorSubmission = {
  isPending: boolean
  /** Gives a second factor with its own call, which resolves to null when the user gave up. */
  give: (deed: () => Promise<object | null>) => Promise<void>
}

/** Whether a refusal ends the sign-in: the factor was wrong, the time expired, or the account is blocked. */
export const endsStep = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/**
 * Opens the session with a right factor, and restarts the sign-in after a wrong one. Any other failure keeps
 * what was typed.
 */
export function useFactor(screen: FactorScreen, onBack: (error: unknown) => void): FactorSubmission {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const give = useCallback<FactorSubmission['give']>(
    async (deed) => {
      setPending(true)
      try {
        if ((await deed()) === null) return setPending(false)
        storeLastFactor(screen)
        // The button stays busy until the next page loads.
        await enter(clearStored)
      } catch (error) {
        setPending(false)
        if (endsStep(error)) onBack(error)
        else toasts.error(sentenceOf(error))
      }
    },
    [screen, onBack, toasts],
  )
  return useMemo(() => ({ isPending, give }), [isPending, give])
}
