import { authMessages, authTexts } from '#texts/identity/sign-in.ts'
import type { signInNoticeTexts } from '#texts/identity/sso.ts'

/** The notice above the form, besides the toast. */
export type Explained = {
  about: keyof typeof signInNoticeTexts
  /** The linking code of an unlinked identity. */
  code: string | null
}
export type Notice = { kind: 'success' | 'error'; text: string; explained?: Explained }

/**
 * Returns the notice for an address of /auth: from `?message=`, or from the fragment left by an ended
 * session.
 */
export function noticeOf(address: { search: string; hash: string }): Notice | null {
  const left =
    Object.hasOwn(hashNotices, address.hash) && hashNotices[address.hash as keyof typeof hashNotices]
  if (left) return left
  const message = new URLSearchParams(address.search).get('message')
  if (message === null) return null
  const about = explainedMessages.find((known) => known === message)
  return {
    ...toastOf(message),
    ...(about !== undefined && { explained: { about, code: codeOf(address.hash) } }),
  }
}

function toastOf(message: string): Notice {
  if (Object.hasOwn(authMessages, message)) return authMessages[message as keyof typeof authMessages]
  return { kind: 'error', text: message.includes('sso') ? authTexts.ssoFailed : authTexts.otherMessage }
}

/** The messages that also have a notice above the form. */
const explainedMessages = [
  'sso_refused',
  'sso_cancelled',
  'sso_misset',
  'sso_tenant',
  'sso_unavailable',
  'sso_over',
  'sso_tries',
  'sso_taken',
  'sso_unknown',
  'send_reset_mail_success',
] as const satisfies readonly Explained['about'][]

/** Accepts only a linking code in the server's format from an address. */
const codeOf = (hash: string): string | null =>
  /^#code=((?:[A-Z2-9]{4}-){2}[A-Z2-9]{4})$/.exec(hash)?.[1] ?? null

/** In the fragment and not in `message`, whose unknown values all show « Une erreur est survenue ». */
export const hashNotices = {
  '#session-expiree': { kind: 'error', text: authTexts.sessionExpired },
  '#deconnexion-echouee': { kind: 'error', text: authTexts.signOutFailed },
  '#compte-cree': { kind: 'success', text: authTexts.setUp },
} as const satisfies Record<string, Notice>

/** Returns the token in the address, or null (SIGN-06). */
export const jwtOf = (search: string): string | null => {
  const jwt = new URLSearchParams(search).get('jwt')
  return jwt === '' ? null : jwt
}
