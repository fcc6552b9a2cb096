import { useEffect } from 'react'
import { clearUnlocked } from '#web/platform/api/unlocking.ts'

/**
 * Pages without a chest's content. Opening one locks the chest that was unlocked in this browser (SESS-09).
 */
const closingPages = new Set(['bank', 'chest', 'team', 'user', 'administration', 'dashboard'])

const pageOf = (path: string): string => /^\/routes\/([a-z]+)(?:\/|$)/.exec(path)?.[1] ?? ''

export const discardsHandle = (path: string): boolean => closingPages.has(pageOf(path))

export function useHandleDiscard(path: string): void {
  useEffect(() => {
    if (discardsHandle(path)) clearUnlocked()
  }, [path])
}
