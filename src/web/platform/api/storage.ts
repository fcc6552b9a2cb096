/** The keys that the specification gives to browser storage; the theme has its own and stays. */
const storedKeys = ['jwt', 'login', 'origin', 'qrScanned', 'mk'] as const
export type StoredKey = (typeof storedKeys)[number]

export const readStored = (key: StoredKey): string | null => localStorage.getItem(key)
export const store = (key: StoredKey, value: string): void => localStorage.setItem(key, value)
export const forget = (key: StoredKey): void => localStorage.removeItem(key)

/** Forgets the five keys, whatever they hold. */
export const clearStored = (): void => {
  for (const key of storedKeys) localStorage.removeItem(key)
}

/**
 * Forgets the five keys at the end of a sign-in half done, unless what is kept is another tab's: its own sign-in, or
 * the session that it opened.
 * @param jwt any token of the sign-in that ends
 */
export function clearStoredOf(jwt: string): void {
  const kept = readStored('jwt')
  if (kept !== null && stepIdOf(kept) === stepIdOf(jwt)) clearStored()
}

/** The tokens of one sign-in have one id; what cannot be read is its own. */
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

const sessionMark = 'session'

/** Whether this tab has shown a session: only then is there one to expire. */
export const markSession = (): void => sessionStorage.setItem(sessionMark, 'seen')
export const hadSession = (): boolean => sessionStorage.getItem(sessionMark) !== null
export const forgetSession = (): void => sessionStorage.removeItem(sessionMark)

/** Where windows of this browser tell each other whose session the server has just said to be open. */
export const watchChannel = 'trousseau-session'

/** Has the other windows ask the server whether their session is still open. */
export function askWindows(): void {
  const channel = new BroadcastChannel(watchChannel)
  channel.postMessage(null)
  channel.close()
}

const landing = '/routes/explorer'

/**
 * Where to go once signed in: the page that was left when the session ended, if it is one of ours.
 * Only a plain path under /routes is taken, so that nothing stored can lead elsewhere.
 */
export function pathAfterSignIn(origin: string | null): string {
  return origin !== null && /^\/routes\/[a-z][a-z/-]*(?:[?#]|$)/.test(origin) ? origin : landing
}
