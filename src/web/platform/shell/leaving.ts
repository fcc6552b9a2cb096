import type { QueryClient } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { call, fallSilent } from '#web/platform/api/client.ts'
import { clearStored, forget, forgetSession, hadSession, store } from '#web/platform/api/storage.ts'
import { leaveUnasked } from '#web/platform/ui/useUnloadQuestion.ts'

let leaving: Promise<void> | undefined

/** The channel between the windows of this browser, which share one session. */
export const windowsChannel = 'trousseau-activity'
/** What is told over it: a sign of life, a sign-out, an end that was noticed. */
export type WindowsWord = 'alive' | End
type End = 'left' | 'expired'

/**
 * Ends the session on the server and shows the login form, which says so if that failed. A call that was under way and
 * is refused meanwhile tells of an end that was asked for: it leaves nothing behind.
 * @param cache whose readings are called off first: they would be refused, and the browser's console would say so
 */
export const logOut = (cache: QueryClient): Promise<void> => (leaving ??= out(cache))

async function out(cache: QueryClient): Promise<void> {
  stopReading(cache)
  clearStored()
  forgetSession()
  try {
    await call(session.logout, {})
  } catch {
    // The session may still be open, here and in the other windows.
    leaveUnasked()
    return window.location.assign('/auth#deconnexion-echouee')
  }
  showSignIn('left')
}

/**
 * The session is over: the login form says so where there was one, and leads back to this page afterwards. Once:
 * the clock of inactivity and the refusal of a call tell of the same end, and the second would no longer know that
 * there was a session.
 * @param cache as with `logOut`
 */
export const leaveExpired = (cache: QueryClient): Promise<void> => (leaving ??= leave(cache))

async function leave(cache: QueryClient): Promise<void> {
  stopReading(cache)
  clearStored()
  store('origin', window.location.pathname + window.location.search)
  await call(session.logout, {}).catch(() => undefined)
  showSignIn('expired')
}

/**
 * The same where the server says that there is no session any more: there is none to end, and what is kept of a sign-in
 * that another tab has begun stays.
 */
export function leaveEnded(): void {
  leaving ??= Promise.resolve().then(() => {
    forget('mk')
    store('origin', window.location.pathname + window.location.search)
    showSignIn('expired')
  })
}

/**
 * Another window has ended the session, on the server and in storage: nothing of it stays on the screen of this one.
 * @param cache as with `logOut`
 */
export const leaveToo = (end: End, cache: QueryClient): Promise<void> => (leaving ??= follow(end, cache))

async function follow(end: End, cache: QueryClient): Promise<void> {
  stopReading(cache)
  goToSignIn(end)
}

function stopReading(cache: QueryClient): void {
  fallSilent()
  void cache.cancelQueries()
}

function showSignIn(end: End): void {
  const channel = new BroadcastChannel(windowsChannel)
  channel.postMessage(end satisfies WindowsWord)
  channel.close()
  goToSignIn(end)
}

function goToSignIn(end: End): void {
  const address = end === 'expired' && hadSession() ? '/auth#session-expiree' : '/auth'
  forgetSession()
  leaveUnasked()
  window.location.assign(address)
}
