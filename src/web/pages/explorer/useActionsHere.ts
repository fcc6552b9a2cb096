import { useEffect } from 'react'
import { useToasts } from '#web/platform/ui/Toast.tsx'

/** What was moved or deleted in a chest can be taken back by a key as long as that chest is in sight. */
export function useActionsHere(): void {
  const { offered } = useToasts()
  useEffect(
    () => () => {
      offered.current = null
    },
    [offered],
  )
}
