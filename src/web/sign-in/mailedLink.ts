/** What the address of a mailed link brings; the login says whose it is, to people and to password managers. */
export type MailedLink = {
  readonly token: string
  readonly login: string
  /** It invites, and may be answered by signing on elsewhere instead of a password. */
  readonly isInvitation: boolean
}

/** Reads the link of an address and takes it out of there, where a glance or the history would find it. */
export function takeLink(path: string, hash: string): MailedLink | null {
  const given = new URLSearchParams(hash.slice(1))
  const token = given.get('token')
  if (hash !== '') window.history.replaceState(null, '', path)
  // Another link pasted into the same tab changes the fragment alone.
  window.addEventListener('hashchange', () => window.location.reload())
  if (token === null) return null
  return { token, login: given.get('login') ?? '', isInvitation: given.has('invitation') }
}
