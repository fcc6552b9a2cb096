/** The content of a mailed link's address. The login names the account, for users and password managers. */
export type MailedLink = {
  readonly token: string
  readonly login: string
  /** Whether it is an invitation, which single sign-on may accept instead of a password. */
  readonly isInvitation: boolean
}

/** The history state of an address whose link was removed, so that a reload detects it. */
const taken = 'link'

/**
 * Reads the link of an address and removes it from there, where a bystander or the history would find it.
 * @returns 'incomplete' for a link without its token, or removed before a reload; null where there never was
 *   one
 */
export function readMailedLink(path: string, hash: string): MailedLink | 'incomplete' | null {
  const given = new URLSearchParams(hash.slice(1))
  const token = given.get('token')
  if (hash !== '') window.history.replaceState(taken, '', path)
  // Another link pasted into the same tab changes only the fragment.
  window.addEventListener('hashchange', () => window.location.reload())
  if (token === null) return window.history.state === taken ? 'incomplete' : null
  return { token, login: given.get('login') ?? '', isInvitation: given.has('invitation') }
}
