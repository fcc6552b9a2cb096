import type { QueryClient } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { call, stopReads } from '#web/platform/api/client.ts'
import { clearStored, removeStored, clearSessionMark, hadSession, store } from '#web/platform/api/storage.ts'
import { suppressUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'

let leaving: Promise<void> | undefined

/** The channel between the tabs of this browser, which share one session. */
export const tabsChannel = 'trousseau-activity'
/** The messages on it: user input, a sign-out, an expiry. */
export type TabMessage = 'alive' | End
type End = 'left' | 'expired'

/** Runs what leaves the page once: a second reason to leave could not know that there was a session. */
const leave = (work: () => Promise<void>): Promise<void> => (leaving ??= work())

/**
 * Ends the session on the server and shows the sign-in form, which reports a failed sign-out. The refusal of
 * a call in flight is then ignored.
 * @param cache its queries are cancelled first: they would be refused, and the browser would log errors
 */
export const logOut = (cache: QueryClient): Promise<void> =>
  leave(async () => {
    stopReading(cache)
    clearStored()
    clearSessionMark()
    try {
      await call(session.logout, {})
    } catch {
      // The session may still be valid, here and in the other tabs.
      suppressUnloadQuestion()
      return window.location.assign('/auth#deconnexion-echouee')
    }
    showSignIn('left')
  })

/**
 * Handles an expired session: the sign-in form reports it if there was one, and returns to this page
 * afterwards.
 * @param cache as with `logOut`
 */
export const leaveExpired = (cache: QueryClient): Promise<void> =>
  leave(async () => {
    stopReading(cache)
    clearStored()
    storeOrigin()
    await call(session.logout, {}).catch(() => undefined)
    showSignIn('expired')
  })

/**
 * Handles a session that the server no longer has. There is none to end, and a pending sign-in of another tab
 * stays.
 */
export const leaveEnded = (): Promise<void> =>
  leave(async () => {
    removeStored('mk')
    storeOrigin()
    showSignIn('expired')
  })

/**
 * Another tab has ended the session: hide everything of it in this one.
 * @param cache as with `logOut`
 */
export const leaveToo = (end: End, cache: QueryClient): Promise<void> =>
  leave(async () => {
    stopReading(cache)
    goToSignIn(end)
  })

const storeOrigin = () => store('origin', window.location.pathname + window.location.search)

function stopReading(cache: QueryClient): void {
  stopReads()
  void cache.cancelQueries()
}

function showSignIn(end: End): void {
  const channel = new BroadcastChannel(tabsChannel)
  channel.postMessage(end satisfies TabMessage)
  channel.close()
  goToSignIn(end)
}

function goToSignIn(end: End): void {
  const address = end === 'expired' && hadSession() ? '/auth#session-expiree' : '/auth'
  clearSessionMark()
  suppressUnloadQuestion()
  window.location.assign(address)
}
