import { returnFragment } from '#contract/sign-in.ts'
import { forget, forgetSession, hadSession, store } from '#web/api/storage.ts'

/**
 * What an address of /auth carries behind its `#`. Of one that the server sent here for want of a session, the page that
 * it asked for is kept; what is left says that the session is over, where this tab had one.
 */
export function hashAfterReturn(hash: string): string {
  if (!hash.startsWith(returnFragment)) return hash
  forget('mk')
  store('origin', hash.slice(returnFragment.length))
  const left = hadSession() ? '#session-expiree' : ''
  forgetSession()
  return left
}
