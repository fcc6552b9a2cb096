import { signInLimits } from '#domain/platform/limits.ts'

const key = 'linking-code'

const tripKey = 'sso-trip'

/** This tab goes to the provider. */
export const beginTrip = (): void => sessionStorage.setItem(tripKey, '')

/**
 * What an address of /auth carries behind its `#`, without a linking code that this tab did not go for: anybody may
 * write one into an address, and it would be read as one's own.
 */
export function hashAfterTrip(hash: string): string {
  const isOurs = sessionStorage.getItem(tripKey) !== null
  sessionStorage.removeItem(tripKey)
  return isOurs || !hash.startsWith('#code=') ? hash : ''
}

/**
 * Keeps the linking code of an identity for this tab, so that a reload of the page does not cost who has just dictated
 * it another one. It is no secret of an account: who reads it here can but dictate it to an administrator, and it links
 * the identity that it was drawn for, which its owner alone can prove.
 */
export const keepLinkingCode = (code: string): void =>
  sessionStorage.setItem(key, JSON.stringify([code, Date.now() + signInLimits.linkingCodeMs]))

/** Another one replaces it, a sign-in has used it. */
export const forgetLinkingCode = (): void => sessionStorage.removeItem(key)

/** The code that this tab was given, as long as it serves. */
export function keptLinkingCode(): string | null {
  const [code, until] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string?, number?]
  return code !== undefined && Date.now() < (until ?? 0) ? code : null
}
