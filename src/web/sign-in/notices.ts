import { authMessages, authTexts, setupTexts } from '#texts/auth.ts'

export type Notice = { kind: 'success' | 'error'; text: string }

/** The toast that an address of /auth asks for: `?message=`, or the fragment that the end of a session leaves. */
export function noticeOf(address: { search: string; hash: string }): Notice | null {
  const left =
    Object.hasOwn(hashNotices, address.hash) && hashNotices[address.hash as keyof typeof hashNotices]
  if (left) return left
  const message = new URLSearchParams(address.search).get('message')
  if (message === null) return null
  if (Object.hasOwn(authMessages, message)) return authMessages[message as keyof typeof authMessages]
  return { kind: 'error', text: message.includes('sso') ? authTexts.ssoFailed : authTexts.otherMessage }
}

/** In the fragment and not in `message`, whose unknown values all say « Une erreur est survenue ». */
export const hashNotices = {
  '#session-expiree': { kind: 'error', text: authTexts.sessionExpired },
  '#compte-cree': { kind: 'success', text: setupTexts.done },
} as const satisfies Record<string, Notice>

/** The token that the address brings, if any (SIGN-06). */
export const jwtOf = (search: string): string | null => {
  const jwt = new URLSearchParams(search).get('jwt')
  return jwt === '' ? null : jwt
}
