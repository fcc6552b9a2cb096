import { useCallback, useState } from 'react'

/** Rows at a time: a few screens of them. */
const step = 60

/**
 * How much of a long list is made: more of it each time its last row comes in sight, by the wheel, the scroll
 * bar or the Tab key. Put `mark` as the ref of the row at `markAt`.
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
