import { useEffect } from 'react'
import { useToasts } from '#web/platform/ui/Toast.tsx'

type Query = { data: unknown; error: unknown; isPlaceholderData: boolean }
type Page = { offset: number; limit: number; total: number }

/**
 * Goes to the last page when the one in the address no longer exists, and reports that a list which is shown
 * could not be refreshed.
 */
export function useListUpkeep(
  { data, error, isPlaceholderData }: Query,
  { offset, limit, total }: Page,
  { goTo, loadFailed }: { goTo: (offset: number) => void; loadFailed: string },
): void {
  const toasts = useToasts()
  const isBeyond = data !== undefined && !isPlaceholderData && total > 0 && offset >= total
  useEffect(() => {
    if (isBeyond) goTo(Math.floor((total - 1) / limit) * limit)
  })
  const isStale = error !== null && data !== undefined
  useEffect(() => {
    if (isStale) toasts.error(loadFailed)
  }, [isStale, loadFailed, toasts])
}
