import { useEffect, useState, type RefObject } from 'react'

/** Returns whether the reader has widened the spaces between letters: texts that fitted would be cut. */
export const isSpaced = (element: HTMLElement): boolean =>
  (Number.parseFloat(getComputedStyle(element).letterSpacing) || 0) > 0

/**
 * Returns whether the reader has widened the spaces between letters.
 * @param letters an element with hidden letters, whose width follows those spaces
 */
export function useWideText(letters: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = letters.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWide(isSpaced(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [letters])
  return isWide
}
