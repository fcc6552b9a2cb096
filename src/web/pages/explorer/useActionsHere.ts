import { useEffect } from 'react'
import { useToasts } from '#web/platform/ui/Toast.tsx'

/** Withdraws the undo key of the last move or deletion when its chest is left. */
export function useActionsHere(): void {
  const { offered } = useToasts()
  useEffect(
    () => () => {
      offered.current = null
    },
    [offered],
  )
}
