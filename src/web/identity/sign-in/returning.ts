import { returnFragment } from '#contract/platform/return-place.ts'
import {
  askOtherTabs,
  removeStored,
  clearSessionMark,
  hadSession,
  storeOrigin,
} from '#web/platform/api/storage.ts'
import { fetchOffersOrRedirect, type Offering } from './offers.ts'

/**
 * Whether the server redirected here for lack of a session. Nothing may depend on it, since anybody can write
 * such an address.
 */
export const isReturn = (hash: string): boolean => hash.startsWith(returnFragment)

/**
 * Stores the requested page.
 * @returns the fragment that shows that the session expired, if this tab had one
 */
export function storeReturn(hash: string): string {
  storeOrigin(hash.slice(returnFragment.length))
  return hadSession() ? '#session-expiree' : ''
}

/**
 * Returns the offers of the form once there is certainly no session, and discards what was stored of the
 * former one.
 */
export async function fetchOffersAfterReturn(): Promise<Offering> {
  const offering = await fetchOffersOrRedirect()
  removeStored('mk')
  clearSessionMark()
  askOtherTabs()
  return offering
}
