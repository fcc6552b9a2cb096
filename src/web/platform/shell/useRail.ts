import { useState } from 'react'
import { useMedia } from '#web/platform/ui/useMedia.ts'

/** Below this width the rail is a drawer over the page. */
const drawerScreen = '(width < 700px)'

const readStored = (key: string): boolean => {
  try {
    return localStorage.getItem(key) === 'shown'
  } catch {
    return false
  }
}

/**
 * Returns whether the rail of the back offices is shown, as the account left it in this browser, and the setter. A
 * drawer is closed at first: it covers the page.
 */
export function useRail(userId: number): [boolean, (isShown: boolean) => void] {
  const key = `rail-${userId}`
  const isDrawer = useMedia(drawerScreen)
  const [isOpen, setOpen] = useState(false)
  const [isKept, setKept] = useState(() => readStored(key))
  if (isDrawer) return [isOpen, setOpen]
  return [
    isKept,
    (isShown) => {
      setKept(isShown)
      try {
        if (isShown) localStorage.setItem(key, 'shown')
        else localStorage.removeItem(key)
      } catch {
        // Without storage, it lasts as long as the page.
      }
    },
  ]
}
