import { signIn } from '#contract/sign-in.ts'
import { call } from '#web/api/client.ts'
import { clearStored, forget, forgetSession, hadSession, store } from '#web/api/storage.ts'
import { leaveUnasked } from '#web/ui/useUnloadQuestion.ts'

let leaving: Promise<void> | undefined

/** The channel between the windows of this browser, which share one session. */
export const windowsChannel = 'trousseau-activity'
/** What is told over it: a sign of life, a sign-out, an end that was noticed. */
export type WindowsWord = 'alive' | End
type End = 'left' | 'expired'

/**
 * Ends the session on the server and shows the login form, which says so if that failed. A call that was under way and
 * is refused meanwhile tells of an end that was asked for: it leaves nothing behind.
 */
export const logOut = (): Promise<void> => (leaving ??= out())

async function out(): Promise<void> {
  clearStored()
  forgetSession()
  try {
    await call(signIn.logout, {})
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
 */
export const leaveExpired = (): Promise<void> => (leaving ??= leave())

async function leave(): Promise<void> {
  clearStored()
  store('origin', window.location.pathname + window.location.search)
  await call(signIn.logout, {}).catch(() => undefined)
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
 */
export const leaveToo = (end: End): Promise<void> => (leaving ??= Promise.resolve(goToSignIn(end)))

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
