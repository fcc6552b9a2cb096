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

const sessionMark = 'session'

/** Whether this tab has shown a session: only then is there one to expire. */
export const markSession = (): void => sessionStorage.setItem(sessionMark, 'seen')
export const hadSession = (): boolean => sessionStorage.getItem(sessionMark) !== null
export const forgetSession = (): void => sessionStorage.removeItem(sessionMark)

const landing = '/routes/explorer'

/**
 * Where to go once signed in: the page that was left when the session ended, if it is one of ours.
 * Only a path under /routes is taken, so that nothing stored can lead to another site.
 */
export function pathAfterSignIn(origin: string | null): string {
  return origin !== null && /^\/routes\/[a-z]/.test(origin) ? origin : landing
}
