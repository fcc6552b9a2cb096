import { Type } from '#contract/platform/schema.ts'
import { accountPasswordLengths, fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Message, Moment, Text } from '#contract/platform/fields.ts'
import { Assertion, RequestOptions } from '#contract/platform/webauthn.ts'

const Token = Type.String({ pattern: '^[0-9]{6}$' })
const Password = Text(accountPasswordLengths.maximum, 1)
/** One of the account's second factors, as a proof. */
const Factor = Type.Union([
  Body({ method: Type.Literal('totp'), token: Token }),
  Body({ method: Type.Literal('recovery'), code: Text(60, 1) }),
  Body({ method: Type.Literal('passkey'), response: Assertion }),
  Body({ method: Type.Literal('mail'), token: Token }),
])

/**
 * How users change their own password and second factors. Each change requires a fresh proof, ends the other
 * sessions and is recorded in the journal.
 */
export const accountSecurity = {
  prove: endpoint({
    method: 'POST',
    path: '/api/account/proof',
    summary:
      'Proves the identity again with password and second factor, for the calls that require it, for five minutes. An account without a password omits it.',
    access: 'signed-in',
    body: Body({ password: Type.Optional(Text(fieldLimits.givenPassword, 1)), factor: Factor }),
    reply: Type.Object({ message: Type.String(), provedUntil: Moment }),
    refusals: [
      'PROOF_WRONG',
      'CODE_OUTLIVED',
      'PROOF_BLOCKED',
      'SECOND_FACTOR_REFUSED',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
      'DIRECTORY_AWAY',
      'DIRECTORY_PASSWORD_EXPIRED',
    ],
  }),
  prolong: endpoint({
    method: 'POST',
    path: '/api/account/session/prolong',
    summary:
      'Prolongs this session by twelve hours from now, under a new cookie, for a fresh proof that holds all that its sign-in asked. Closes its guardian chests. Of concurrent calls one prolongs; the others return its end.',
    access: 'signed-in',
    reply: Type.Object({ message: Type.String(), expiresAt: Moment }),
    refusals: ['PROOF_REQUIRED', 'SIGN_IN_REQUIRED'],
  }),
  askPasskey: endpoint({
    method: 'POST',
    path: '/api/account/proof/passkey',
    summary: "Returns the browser's options to prove the identity with a passkey.",
    access: 'signed-in',
    reply: RequestOptions,
    refusals: ['PASSKEYS_NOT_OFFERED', 'PASSKEY_NOT_FOUND'],
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/account/proof/mail',
    summary: 'Sends a code by mail for a fresh proof, if mail is the second factor.',
    access: 'signed-in',
    reply: Message,
    refusals: ['SECOND_FACTOR_REFUSED', 'TOO_MANY_TRIES', 'MAIL_WAS_NOT_SEND'],
  }),
  chooseMail: endpoint({
    method: 'POST',
    path: '/api/account/mail-factor',
    summary:
      'Makes the code by mail the second factor in place of the authenticator; ends the other sessions.',
    access: 'signed-in',
    reply: Message,
    refusals: ['PROOF_REQUIRED', 'SECOND_FACTOR_REFUSED'],
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: '/api/account/password',
    summary: 'Changes the password; ends every session but this one, which continues under a new cookie.',
    access: 'signed-in',
    body: Body({ oldPassword: Password, newPassword: Password, confirmPassword: Password }),
    reply: Message,
    refusals: [
      'PROOF_REQUIRED',
      'PROOF_WRONG',
      'PROOF_BLOCKED',
      'CONFIRMATION_DIFFERS',
      'PASSWORD_TOO_WEAK',
      'USER_PASSWORD_ALREADY_IN_HISTORY',
      'KEPT_BY_DIRECTORY',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
    ],
  }),
  drawAuthenticator: endpoint({
    method: 'POST',
    path: '/api/account/authenticator',
    summary:
      'Generates the secret of another authenticator; the current one stays valid until the new one is confirmed.',
    access: 'signed-in',
    reply: Type.Object({ secret: Type.String(), qrCode: Type.String() }),
    refusals: ['PROOF_REQUIRED'],
  }),
  confirmAuthenticator: endpoint({
    method: 'PATCH',
    path: '/api/account/authenticator',
    summary:
      'Replaces the authenticator by the generated one, with one of its codes; ends the other sessions.',
    access: 'signed-in',
    body: Body({ token: Token }),
    reply: Message,
    refusals: ['PROOF_REQUIRED', 'CODE_WRONG'],
  }),
}
