import type { AnyRouter } from '@tanstack/react-router'

/** How a page stood when it was left: how far it was scrolled, in pixels, and the selector of what had the focus. */
type Left = { top: number; focused: string | null }

/** How long a page that comes back may take to be as high as it was, in milliseconds. */
const patience = 5_000
/** Whoever goes on by hand is not called back. */
const hands = ['keydown', 'pointerdown', 'wheel'] as const

const scroller = () => document.querySelector<HTMLElement>('main')

/**
 * Opens each page at its top. A page that the browser's way back or forward leads to stands as it was left: the same
 * scroll position, the focus on the same row or link. What only changes the parameters of a page moves nothing.
 */
export function placePages(router: AnyRouter): void {
  // By the key of the entry in the browser's history: a navigation that adds or replaces an entry makes a new key.
  const all = new Map<string, Left>()
  let stop = (): void => undefined
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    const key = fromLocation?.state.__TSR_key
    if (!pathChanged || key === undefined) return
    stop()
    all.set(key, { top: scroller()?.scrollTop ?? 0, focused: focusedOf(document.activeElement) })
  })
  router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
    if (!pathChanged) return
    stop()
    const left = all.get(toLocation.state.__TSR_key ?? '')
    if (left === undefined) scroller()?.scrollTo({ top: 0 })
    else stop = restore(left)
  })
}

/** A row, or a link, of the page. A slice of a chart is no stop of the keyboard: its link in the legend is. */
function focusedOf(element: Element | null): string | null {
  const row = element?.closest<HTMLElement>('main [data-row]')?.dataset['row']
  if (row !== undefined) return `main [data-row="${CSS.escape(row)}"]`
  const href = element?.closest('main a[href]')?.getAttribute('href') ?? null
  return href === null ? null : `main a[href="${CSS.escape(href)}"]:not(svg *)`
}

/** Scrolls and focuses at once where the content is there, otherwise as it comes. Answers how to stop. */
function restore({ top, focused }: Left): () => void {
  const away = new AbortController()
  const stop = () => away.abort()
  for (const hand of hands) window.addEventListener(hand, stop, { capture: true, signal: away.signal })
  const until = performance.now() + patience
  const look = (): void => {
    const main = scroller()
    if (away.signal.aborted || main === null) return
    main.scrollTop = top
    const target = focused === null ? null : document.querySelector<HTMLElement>(focused)
    target?.focus({ preventScroll: true })
    const isThere = Math.abs(main.scrollTop - top) <= 1 && (focused === null || target !== null)
    if (isThere || performance.now() >= until) stop()
    else requestAnimationFrame(look)
  }
  look()
  return stop
}
