import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; false where there is no window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Below this width side panels become sheets. */
export const narrowScreen = '(width < 900px)'
