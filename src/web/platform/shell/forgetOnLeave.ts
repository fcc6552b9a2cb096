import type { Root } from 'react-dom/client'

/**
 * Empties the document when it is left: the browser may keep it, and Back would show what it held. A document that comes
 * back from that cache is loaded again, which checks the session first; its empty page stays hidden until then.
 * @param forget discards what is held outside the components
 */
export function forgetOnLeave(root: Root, forget?: () => void): void {
  window.addEventListener('pagehide', () => {
    document.documentElement.hidden = true
    root.unmount()
    // What was added beside the root, such as texts for screen readers.
    document.body.replaceChildren()
    forget?.()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
}
