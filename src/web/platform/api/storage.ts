/** The keys of browser storage in the specification. The theme has its own key and stays. */
const storedKeys = ['jwt', 'login', 'origin', 'qrScanned', 'mk'] as const
export type StoredKey = (typeof storedKeys)[number]

export const readStored = (key: StoredKey): string | null => localStorage.getItem(key)
export const store = (key: StoredKey, value: string): void => localStorage.setItem(key, value)
export const removeStored = (key: StoredKey): void => localStorage.removeItem(key)

/** Clears the five keys, and this tab's own page to return to. */
export const clearStored = (): void => {
  for (const key of storedKeys) localStorage.removeItem(key)
  sessionStorage.removeItem('origin')
}

/**
 * Clears the five keys at the end of a pending sign-in, unless they belong to another tab's sign-in or
 * session.
 * @param jwt any token of the ended sign-in
 */
export function clearStoredOf(jwt: string): void {
  const kept = readStored('jwt')
  if (kept !== null && stepIdOf(kept) === stepIdOf(jwt)) clearStored()
}

/** Returns the id that all tokens of a sign-in share; for an unreadable token, the token itself. */
function stepIdOf(jwt: string): unknown {
  try {
    const claims: unknown = JSON.parse(
      atob((jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    )
    return (claims as { jti?: unknown } | null)?.jti ?? jwt
  } catch {
    return jwt
  }
}

const here = () => window.location.pathname + window.location.search

/** Stores the page to return to, for this browser and for this tab. */
export function storeOrigin(path = here()): void {
  store('origin', path)
  storeOwnOrigin(path)
}

/** Stores the page to return to for this tab only: another tab of the session has stored the browser's. */
export const storeOwnOrigin = (path = here()): void => sessionStorage.setItem('origin', path)

/** Returns the page that this tab left, else the browser's last one. */
export const readOwnOrigin = (): string | null => sessionStorage.getItem('origin') ?? readStored('origin')

const sessionMark = 'session'

/** Marks that this tab has shown a session, so that only then one is reported as expired. */
export const markSession = (): void => sessionStorage.setItem(sessionMark, 'seen')
export const hadSession = (): boolean => sessionStorage.getItem(sessionMark) !== null
export const clearSessionMark = (): void => sessionStorage.removeItem(sessionMark)

/** The channel on which the tabs of this browser report the user of the session. */
export const watchChannel = 'trousseau-session'

/** Makes the other tabs check whether their session is still valid. */
export function askOtherTabs(): void {
  const channel = new BroadcastChannel(watchChannel)
  channel.postMessage(null)
  channel.close()
}

const landing = '/routes/explorer'

/**
 * Returns the page after sign-in: the one that was left when the session ended. Only a plain path under
 * /routes is accepted, so that a stored value cannot redirect elsewhere.
 */
export function pathAfterSignIn(origin: string | null): string {
  return origin !== null && /^\/routes\/[a-z][a-z/-]*(?:[?#]|$)/.test(origin) ? origin : landing
}
