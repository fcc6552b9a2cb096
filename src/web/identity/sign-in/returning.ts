import { returnFragment } from '#contract/platform/return-place.ts'
import { askWindows, forget, forgetSession, hadSession, store } from '#web/platform/api/storage.ts'
import { askOffersOrEnter, type Offering } from './offers.ts'

/** Whether the server sent one here for want of a session. Anybody may write such an address: nothing follows from it. */
export const isReturn = (hash: string): boolean => hash.startsWith(returnFragment)

/**
 * Keeps the page that was asked for.
 * @returns the fragment that says that the session is over, where this tab had one
 */
export function keepReturn(hash: string): string {
  store('origin', hash.slice(returnFragment.length))
  return hadSession() ? '#session-expiree' : ''
}

/** What the form offers, once it is known that there is no session: nothing is kept of the one that there was. */
export async function askAfterReturn(): Promise<Offering> {
  const offering = await askOffersOrEnter()
  forget('mk')
  forgetSession()
  askWindows()
  return offering
}
