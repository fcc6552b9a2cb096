import type { QueryClient } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { call, stopReads } from '#web/platform/api/client.ts'
import { announce } from '#web/platform/api/events.ts'
import {
  clearStored,
  removeStored,
  clearSessionMark,
  hadSession,
  storeOrigin,
  storeOwnOrigin,
} from '#web/platform/api/storage.ts'
import { clearCopied } from '#web/platform/ui/Clipboard.tsx'
import { suppressUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'
import { pollUntilReached } from './pollUntilReached.ts'

let leaving: Promise<void> | undefined

/** The channel between the tabs of this browser, which share one session. */
export const tabsChannel = 'trousseau-activity'
/** The messages on it: user input, a lock that begins, and a sign-out, an expiry, a lock that the server knows. */
export type TabMessage = 'alive' | 'veil' | End
type End = 'left' | 'expired' | 'locked'

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
 * Locks the session at its owner's wish: hides all tabs immediately, and shows the page that reopens it here as soon as
 * the server has locked it.
 * @param cache as with `logOut`
 */
export const lockNow = (cache: QueryClient): Promise<void> => lockAndLeave(cache, 'asked', 'locked')

/**
 * Handles an expired session: the server locks or ends it, the sign-in form reports it if there was one, and returns to
 * this page afterwards.
 * @param cache as with `logOut`
 */
export const leaveExpired = (cache: QueryClient): Promise<void> =>
  lockAndLeave(cache, 'inactivity', 'expired')

/**
 * Handles a refusal that the session's owner cannot lift, or the wish to sign in anew before the session's end: ends it,
 * and the sign-in returns to this page.
 * @param cache as with `logOut`
 */
export const leaveForbidden = (cache: QueryClient): Promise<void> =>
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
 * Another tab has ended or locked the session: hide everything of it in this one.
 * @param cache as with `logOut`
 */
export const leaveToo = (end: End, cache: QueryClient): Promise<void> =>
  leave(async () => {
    stopReading(cache)
    if (end !== 'left') storeOwnOrigin()
    goToSignIn(end)
  })

/**
 * Another tab is locking the session: hide this one too, and lock the session from here if that tab does not. Its second
 * message may be read long after a reopening, by a tab that the browser had frozen: such a tab must not lock it again.
 * @param channel is taken over, since the page that listens to it goes
 * @param cache as with `logOut`
 */
export function veilToo(channel: BroadcastChannel, cache: QueryClient): void {
  void leave(async () => {
    storeOwnOrigin()
    veil(cache)
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'left' || data === 'expired' || data === 'locked') goToSignIn(data)
    }
    await untilLocked('asked')
    goToSignIn('locked')
  })
}

const lockAndLeave = (cache: QueryClient, reason: 'asked' | 'inactivity', end: End): Promise<void> =>
  leave(async () => {
    tellTabs('veil')
    const cleared = clearCopied()
    clearStored()
    storeOrigin()
    veil(cache)
    try {
      const signal = AbortSignal.timeout(patienceMs)
      await call(session.lock, { body: { reason }, isQuiet: true, signal })
    } catch {
      announce('lock-delayed')
      await untilLocked(reason)
    }
    await cleared
    showSignIn(end)
  })

/** The delay in milliseconds after which the veiled page tells that the server does not answer. */
const patienceMs = 4_000

const untilLocked = (reason: 'asked' | 'inactivity'): Promise<void> =>
  new Promise((resolve) => {
    pollUntilReached((signal) => call(session.lock, { body: { reason }, isQuiet: true, signal }), resolve)
  })

/** Removes what the page shows and caches, before the page itself is left. */
function veil(cache: QueryClient): void {
  stopReading(cache)
  suppressUnloadQuestion()
  announce('veiled')
  cache.clear()
}

function stopReading(cache: QueryClient): void {
  stopReads()
  void cache.cancelQueries()
}

function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(tabsChannel)
  channel.postMessage(message)
  channel.close()
}

function showSignIn(end: End): void {
  tellTabs(end)
  goToSignIn(end)
}

function goToSignIn(end: End): void {
  const address = end === 'expired' && hadSession() ? '/auth#session-expiree' : '/auth'
  clearSessionMark()
  suppressUnloadQuestion()
  window.location.assign(address)
}
