import type { QueryClient } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { allowReads, call, stopReads } from '#web/platform/api/client.ts'
import { announce } from '#web/platform/api/events.ts'
import {
  clearStored,
  removeStored,
  clearSessionMark,
  hadSession,
  markSession,
  storeOrigin,
  storeOwnOrigin,
} from '#web/platform/api/storage.ts'
import { clearCopied } from '#web/platform/ui/Clipboard.tsx'
import { suppressUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'
import { pollUntilReached } from './pollUntilReached.ts'
import { hidePage, holdsUnsaved, showSignInHere } from './sealedPage.ts'

let leaving: Promise<void> | undefined
/** Whether the session ends and is not locked. */
let isEnding = false
/** Settles when the clipboard holds no copied password any more, or when the browser has not answered in time. */
let cleared: Promise<void> | undefined
/** How long the page waits for a browser that clears the clipboard, in milliseconds. It may be asking the user. */
const clearingMs = 1_000

/** The channel between the tabs of this browser, which share one session. */
export const tabsChannel = 'trousseau-activity'
/**
 * The messages on it: user input, a longer session, a lock that begins, at the user's wish or after inactivity, and a
 * sign-out, an expiry, a lock that the server knows.
 */
export type TabMessage = 'alive' | 'prolonged' | 'veil' | 'idle' | End
type End = 'left' | 'expired' | 'locked'

/** Returns whether the hidden page waits for the end of its session. Otherwise it waits for a lock. */
export const isSessionEnding = (): boolean => isEnding

/**
 * Runs what leaves the page once: a second reason to leave could not know that there was a session.
 * @param ends whether the session ends and is not locked
 */
function leave(ends: boolean, work: () => Promise<void>): Promise<void> {
  if (leaving !== undefined) return leaving
  isEnding = ends
  // While the page may still do it.
  cleared = Promise.race([clearCopied(), new Promise<void>((resolve) => setTimeout(resolve, clearingMs))])
  leaving = work()
  return leaving
}

/**
 * Ends the session on the server and shows the sign-in form, which reports a failed sign-out. The refusal of
 * a call in flight is then ignored.
 * @param cache its queries are cancelled first: they would be refused, and the browser would log errors
 */
export const logOut = (cache: QueryClient): Promise<void> =>
  leave(true, async () => {
    veil(cache)
    clearStored()
    clearSessionMark()
    try {
      await call(session.logout, { isQuiet: true, signal: AbortSignal.timeout(logoutMs) })
    } catch {
      // The session may still be valid, here and in the other tabs.
      return window.location.assign('/auth#deconnexion-echouee')
    }
    await cleared
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
 * this page afterwards. A page with unsaved input stays hidden behind the form.
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
  leave(true, async () => {
    const isSealed = hide(cache)
    clearStored()
    storeOrigin()
    const signal = AbortSignal.timeout(logoutMs)
    await call(session.logout, { isQuiet: true, signal }).catch(() => undefined)
    showSignIn('expired', isSealed)
  })

/**
 * Handles a session that the server no longer has. There is none to end, and a pending sign-in of another tab
 * stays.
 * @param cache as with `logOut`
 */
export const leaveEnded = (cache: QueryClient): Promise<void> =>
  leave(true, async () => {
    const isSealed = hide(cache)
    removeStored('mk')
    storeOrigin()
    showSignIn('expired', isSealed)
  })

/** Another user has signed in in this browser: loads their page, and discards this one with its input. */
export function leaveToOther(): void {
  suppressUnloadQuestion()
  window.location.reload()
}

/** Ends the leaving of a page that is shown again. */
export function stay(): void {
  leaving = undefined
  allowReads()
  markSession()
}

/**
 * Another tab has ended or locked the session: hide everything of it in this one.
 * @param cache as with `logOut`
 */
export const leaveToo = (end: End, cache: QueryClient): Promise<void> =>
  leave(end === 'left', async () => {
    // Who signs out wants nothing kept.
    const isSealed = hide(cache, end === 'expired')
    if (end !== 'left') storeOwnOrigin()
    goToSignIn(end, isSealed)
  })

/**
 * Another tab is locking the session: hide this one too, and lock the session from here if that tab does not. Its second
 * message may be read long after a reopening, by a tab that the browser had frozen: such a tab must not lock it again.
 * @param channel is taken over, since the page that listens to it goes
 * @param cache as with `logOut`
 * @param reason after inactivity, unsaved input is kept
 */
export function veilToo(
  channel: BroadcastChannel,
  cache: QueryClient,
  reason: 'asked' | 'inactivity' = 'asked',
): void {
  void leave(false, async () => {
    storeOwnOrigin()
    const isSealed = hide(cache, reason === 'inactivity')
    const finish = (end: End) => {
      channel.close()
      goToSignIn(end, isSealed)
    }
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'left' || data === 'expired' || data === 'locked') finish(data)
    }
    await untilLocked(reason)
    finish('locked')
  })
}

const lockAndLeave = (cache: QueryClient, reason: 'asked' | 'inactivity', end: End): Promise<void> =>
  leave(false, async () => {
    tellTabs(reason === 'asked' ? 'veil' : 'idle')
    const isSealed = hide(cache, reason === 'inactivity')
    clearStored()
    storeOrigin()
    try {
      const signal = AbortSignal.timeout(patienceMs)
      await call(session.lock, { body: { reason }, isQuiet: true, signal })
    } catch {
      announce('lock-delayed')
      await untilLocked(reason)
    }
    await cleared
    showSignIn(end, isSealed)
  })

/**
 * Hides everything at once, before any answer of the server. Returns whether the page stays behind the sign-in.
 * @param mayKeep whether unsaved input is kept for its user
 */
function hide(cache: QueryClient, mayKeep = true): boolean {
  const isSealed = mayKeep && seal(cache)
  if (isSealed) stopReading(cache)
  else veil(cache)
  return isSealed
}

/** Hides a page with unsaved input, for its user. Returns whether there is any to keep. */
function seal(cache: QueryClient): boolean {
  const own = cache.getQueryData<ReplyOf<typeof session.read>>(cacheKeys.session)
  if (own === undefined || !holdsUnsaved()) return false
  hidePage(own.user.id)
  return true
}

/** The delay in milliseconds after which the veiled page tells that the server does not answer. */
const patienceMs = 4_000
/** How long a sign-out waits for the server, in milliseconds. After that it counts as failed, and the sign-in says so. */
const logoutMs = 15_000

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

/** Sends a message to the other tabs of this browser. */
export function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(tabsChannel)
  channel.postMessage(message)
  channel.close()
}

function showSignIn(end: End, isSealed = false): void {
  tellTabs(end)
  goToSignIn(end, isSealed)
}

function goToSignIn(end: End, isSealed: boolean): void {
  if (isSealed) {
    isEnding = false
    showSignInHere()
    return
  }
  const address = end === 'expired' && hadSession() ? '/auth#session-expiree' : '/auth'
  clearSessionMark()
  suppressUnloadQuestion()
  window.location.assign(address)
}
