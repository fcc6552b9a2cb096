import { useEffect } from 'react'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { ApiError, isPassing } from '#web/platform/api/errors.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'

/**
 * Shows once that favourites failed to load. The page itself shows why a whole chest is not available, and
 * that the server is away.
 */
export function useFailureToast(error: Error | null): void {
  const toasts = useToasts()
  const isToldElsewhere =
    isPassing(error) || (error instanceof ApiError && (error.status === 404 || error.status === 423))
  const isFailed = error !== null && !isToldElsewhere
  useEffect(() => {
    if (isFailed) toasts.error(favouriteTexts.loadFailed)
  }, [isFailed, toasts])
}
