import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { ArrowUp } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { cx } from './given.ts'
import styles from './ScrollToTop.module.css'

export type ScrollToTopProps = {
  /** The scroll container, the page by default. The button is in the corner of their common parent. */
  target?: RefObject<HTMLElement | null> | undefined
  /** The scroll container is its parent, of which it is the last child. */
  isInside?: boolean | undefined
}

const topOf = (scroller: HTMLElement | Window) =>
  scroller instanceof Window ? scroller.scrollY : scroller.scrollTop

/** A button that scrolls to the top, shown after scrolling down. */
export function ScrollToTop({ target, isInside = false }: ScrollToTopProps): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const scroller = place.current?.parentElement ?? target?.current ?? window
    const look = () => setShown(topOf(scroller) > screenLimits.scrollToTopPx)
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [target])

  const goUp = () => {
    const inside = place.current?.parentElement
    // The button unmounts with the focus: move it to the page.
    inside?.closest('main')?.focus({ preventScroll: true })
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    ;(inside ?? target?.current ?? window).scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
  }
  const button = isShown && (
    <button
      type="button"
      className={cx(styles.button, target !== undefined && styles.within, isInside && styles.inside)}
      aria-label={uiTexts.scrollToTop}
      title={uiTexts.scrollToTop}
      onClick={goUp}
    >
      <ArrowUp aria-hidden="true" />
    </button>
  )
  return isInside ? (
    <div ref={place} className={styles.corner}>
      {button}
    </div>
  ) : (
    button
  )
}
