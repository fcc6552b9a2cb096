import { signInLimits } from '#domain/limits.ts'

const key = 'linking-code'

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
