/** What the address of a mailed link brings; the login says whose it is, to people and to password managers. */
export type MailedLink = { readonly token: string; readonly login: string }

/** Reads the link of an address and takes it out of there, where a glance or the history would find it. */
export function takeLink(path: string, hash: string): MailedLink | null {
  const given = new URLSearchParams(hash.slice(1))
  const token = given.get('token')
  if (hash !== '') window.history.replaceState(null, '', path)
  // Another link pasted into the same tab changes the fragment alone.
  window.addEventListener('hashchange', () => window.location.reload())
  return token === null ? null : { token, login: given.get('login') ?? '' }
}
