import { useCallback, useEffect, useRef, useState } from 'react'

/** The number of lines rendered above and below the visible ones. */
const margin = 8

/**
 * Virtualises a list of equal line heights.
 * @param lineRem the height of a line in rem, so that it scales with the font size
 */
export function useVirtualLines(count: number, lineRem: number) {
  const frame = useRef<HTMLDivElement>(null)
  const [line] = useState(
    () => lineRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  )
  const [view, setView] = useState(() => ({ first: 0, last: Math.ceil(window.innerHeight / line) }))

  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const look = () => {
      const first = Math.max(0, Math.floor(element.scrollTop / line) - margin)
      const last = Math.ceil((element.scrollTop + element.clientHeight) / line) + margin
      setView((former) => (former.first === first && former.last === last ? former : { first, last }))
    }
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [line])

  /** Scrolls a line into view: as little as possible, or to the middle when it is far away. */
  const show = useCallback(
    (index: number) => {
      const element = frame.current
      if (element === null) return
      const top = index * line
      const height = element.clientHeight
      const above = element.scrollTop - top
      const below = top + line - element.scrollTop - height
      const isFar = above > height || below > height
      if (isFar) element.scrollTo({ top: top - (height - line) / 2 })
      else if (above > 0) element.scrollTo({ top })
      else if (below > 0) element.scrollBy({ top: below })
    },
    [line],
  )
  const last = Math.min(view.last, count)
  return {
    frame,
    line,
    /** The list may have shrunk below the range: show its end. */
    first: Math.min(view.first, Math.max(0, last - (view.last - view.first))),
    last,
    show,
    /** The number of lines on a page. */
    page: Math.max(1, view.last - view.first - 2 * margin - 1),
  }
}
