/** What the address of a mailed link brings; the login says whose it is, to people and to password managers. */
export type MailedLink = {
  readonly token: string
  readonly login: string
  /** It invites, and may be answered by signing on elsewhere instead of a password. */
  readonly isInvitation: boolean
}

/** What the history keeps of an address whose link was taken out, so that a reload knows that there was one. */
const taken = 'link'

/**
 * Reads the link of an address and takes it out of there, where a glance or the history would find it.
 * @returns 'incomplete' for a link without its token, or taken before a reload; null where there never was one
 */
export function takeLink(path: string, hash: string): MailedLink | 'incomplete' | null {
  const given = new URLSearchParams(hash.slice(1))
  const token = given.get('token')
  if (hash !== '') window.history.replaceState(taken, '', path)
  // Another link pasted into the same tab changes the fragment alone.
  window.addEventListener('hashchange', () => window.location.reload())
  if (token === null) return window.history.state === taken ? 'incomplete' : null
  return { token, login: given.get('login') ?? '', isInvitation: given.has('invitation') }
}
