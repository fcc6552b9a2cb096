import type { AnyRouter } from '@tanstack/react-router'
import { retryUntilInput } from '#web/platform/ui/restoreFocus.ts'

/** The scroll position in pixels when a page was left, and the selector of the focused element. */
type Left = { top: number; focused: string | null }

const scroller = () => document.querySelector<HTMLElement>('main')

/**
 * Opens each page at its top. Back and Forward restore the scroll position and the focused row or link. A
 * change of the page's parameters moves nothing.
 */
export function placePages(router: AnyRouter): void {
  // By the key of the history entry: a new or replaced entry has a new key.
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

/** Returns the selector of a row or link. Slices of a chart are no tab stops; their links in the legend are. */
function focusedOf(element: Element | null): string | null {
  const row = element?.closest<HTMLElement>('main [data-row]')?.dataset['row']
  if (row !== undefined) return `main [data-row="${CSS.escape(row)}"]`
  const href = element?.closest('main a[href]')?.getAttribute('href') ?? null
  return href === null ? null : `main a[href="${CSS.escape(href)}"]:not(svg *)`
}

/** Restores scroll position and focus as the content loads. Returns the function that stops it. */
const restore = ({ top, focused }: Left): (() => void) =>
  retryUntilInput(() => {
    const main = scroller()
    if (main === null) return true
    main.scrollTop = top
    const target = focused === null ? null : document.querySelector<HTMLElement>(focused)
    target?.focus({ preventScroll: true })
    return Math.abs(main.scrollTop - top) <= 1 && (focused === null || target !== null)
  })
