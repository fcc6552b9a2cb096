import { useCallback, useEffect, useRef } from 'react'

/** Tells, when asked, whether what calls it is on the page: neither gone nor put away behind something else. */
export function useIsInSight(): () => boolean {
  const isIn = useRef(false)
  useEffect(() => {
    isIn.current = true
    return () => {
      isIn.current = false
    }
  }, [])
  return useCallback(() => isIn.current, [])
}
