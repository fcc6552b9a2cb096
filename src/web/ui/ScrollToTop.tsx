import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { ArrowUp } from 'lucide-react'
import { screenLimits } from '#domain/limits.ts'
import { uiTexts } from '#texts/ui.ts'
import { cx } from './given.ts'
import styles from './ScrollToTop.module.css'

export type ScrollToTopProps = {
  /** What scrolls; the page itself unless told. The button then stands in the corner of what holds both. */
  target?: RefObject<HTMLElement | null> | undefined
}

/** The way back up, once one has scrolled far enough to want it. */
export function ScrollToTop({ target }: ScrollToTopProps): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const scroller = target?.current ?? window
    const look = () =>
      setShown(
        (scroller instanceof Window ? scroller.scrollY : scroller.scrollTop) > screenLimits.scrollToTopPx,
      )
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [target])
  if (!isShown) return null
  return (
    <button
      type="button"
      className={cx(styles.button, target !== undefined && styles.inside)}
      aria-label={uiTexts.scrollToTop}
      title={uiTexts.scrollToTop}
      onClick={() => {
        const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        ;(target?.current ?? window).scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
      }}
    >
      <ArrowUp aria-hidden="true" />
    </button>
  )
}
