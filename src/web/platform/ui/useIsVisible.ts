import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that tells whether the component is mounted and not hidden. */
export function useIsVisible(): () => boolean {
  const isIn = useRef(false)
  useEffect(() => {
    isIn.current = true
    return () => {
      isIn.current = false
    }
  }, [])
  return useCallback(() => isIn.current, [])
}
