import type { MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'

/**
 * Makes the click handler of a link to another page; a rendered fragment has no router, and the browser follows.
 * @param isKept the browser's way back leads to the page of the link; otherwise the link replaces it (SESS-08)
 */
export function useFollow(isKept = false): (href: string) => (event: MouseEvent) => void {
  // The type of the hook does not say that there may be none.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined | null
  return (href) => (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || !router) return
    event.preventDefault()
    void router.navigate({ href, replace: !isKept })
  }
}
