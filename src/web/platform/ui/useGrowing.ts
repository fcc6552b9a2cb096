import { useCallback, useState } from 'react'

/** The number of rows added at a time. */
const step = 60

/**
 * Returns how many rows of a long list to render: more each time the last one becomes visible. Pass `mark` as
 * the ref of the row at `markAt`.
 */
export function useGrowing(): {
  shown: number
  markAt: number
  mark: (row: Element | null) => (() => void) | undefined
} {
  const [shown, setShown] = useState(step)
  const mark = useCallback((row: Element | null) => {
    if (row === null) return undefined
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) setShown((before) => before + step)
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  return { shown, markAt: shown - 1, mark }
}
