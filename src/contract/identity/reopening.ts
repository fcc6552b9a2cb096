import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Message, Text } from '#contract/platform/fields.ts'
import { Assertion, RequestOptions } from '#contract/platform/webauthn.ts'

/**
 * How the owner of a locked session reopens it in its browser, with one factor and until its twelve hours are over. Public,
 * because a locked session is no caller: each call reads the cookie itself, and refuses one without a locked session.
 */
export const reopening = {
  byPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reopen',
    summary: "Reopens the browser's locked session with its owner's password, under a new cookie.",
    access: 'public',
    body: Body({ password: Text(fieldLimits.givenPassword, 1) }),
    reply: Message,
    refusals: [
      'SESSION_EXPIRED',
      'PROOF_WRONG',
      'ACCOUNT_BLOCKED',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
      'DIRECTORY_AWAY',
      'DIRECTORY_PASSWORD_EXPIRED',
    ],
  }),
  askPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/reopen/passkey/options',
    summary:
      "Returns the browser's options: a challenge for the owner's passkeys, valid for five minutes. The authenticator must verify its holder.",
    access: 'public',
    reply: RequestOptions,
    refusals: ['SESSION_EXPIRED', 'PASSKEYS_NOT_OFFERED', 'PASSKEY_NOT_FOUND'],
  }),
  byPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/reopen/passkey',
    summary: "Reopens the browser's locked session with a passkey of its owner, under a new cookie.",
    access: 'public',
    body: Body({ response: Assertion }),
    reply: Message,
    refusals: [
      'SESSION_EXPIRED',
      'PASSKEYS_NOT_OFFERED',
      'PASSKEY_WRONG',
      'ACCOUNT_BLOCKED',
      'TOO_MANY_TRIES',
    ],
  }),
}
