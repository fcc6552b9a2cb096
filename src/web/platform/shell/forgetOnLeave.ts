import type { Root } from 'react-dom/client'

const reload = (): void => window.location.reload()

/**
 * Empties the document when it is left: the browser may keep it, and Back would show what it held. A document that comes
 * back is loaded again, which checks the session first; its empty page stays hidden until then.
 * @param forget discards what is held outside the components
 */
export function forgetOnLeave(root: Root, forget?: () => void): void {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
    root.unmount()
    // What was added beside the root, such as texts for screen readers.
    document.body.replaceChildren()
    forget?.()
    // A browser may also show the same document again without its cache of pages, as after a frozen tab.
    window.addEventListener('pageshow', reload)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') reload()
    })
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reload()
  })
}
