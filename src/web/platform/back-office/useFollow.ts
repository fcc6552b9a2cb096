import type { MouseEvent } from 'react'
import { useRouter } from '@tanstack/react-router'

/**
 * Returns a function that makes the click handler of a link. Without a router, in a rendered fragment, the
 * browser follows.
 * @param isKept pushes a history entry, so that Back returns to this page; otherwise the link replaces it
 * (SESS-08)
 */
export function useFollow(isKept = false): (href: string) => (event: MouseEvent) => void {
  // The hook's type omits that there may be no router.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined | null
  return (href) => (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || !router) return
    event.preventDefault()
    void router.navigate({ href, replace: !isKept })
  }
}
