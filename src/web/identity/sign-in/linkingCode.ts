import { signInLimits } from '#domain/platform/limits.ts'

const key = 'linking-code'

const tripKey = 'sso-trip'

/** Marks that this tab leaves for the provider. */
export const markSsoRedirect = (): void => sessionStorage.setItem(tripKey, '')

/**
 * Returns the fragment of an address of /auth, without a linking code that this tab did not request: anybody
 * may write one into an address, and the user would take it for their own.
 */
export function hashAfterSsoRedirect(hash: string): string {
  const isOurs = sessionStorage.getItem(tripKey) !== null
  sessionStorage.removeItem(tripKey)
  return isOurs || !hash.startsWith('#code=') ? hash : ''
}

/**
 * Stores the linking code of an identity for this tab, so that a reload does not require a new one. It is not
 * a secret: its reader can only pass it to an administrator, and it links the identity it was generated for.
 */
export const storeLinkingCode = (code: string): void =>
  sessionStorage.setItem(key, JSON.stringify([code, Date.now() + signInLimits.linkingCodeMs]))

/** Removes the code when another one replaces it, or a sign-in has used it. */
export const removeLinkingCode = (): void => sessionStorage.removeItem(key)

/** Returns the code stored for this tab while it is valid, or null. */
export function storedLinkingCode(): string | null {
  const [code, until] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, number?]
  return code !== undefined && Date.now() < (until ?? 0) ? code : null
}
