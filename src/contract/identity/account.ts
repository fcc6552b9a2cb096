import { Type } from '#contract/platform/schema.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { roleNames } from '#domain/platform/roles.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, Message, Moment, Nullable, Text } from '#contract/platform/fields.ts'
import { AccountSession, SessionId } from '#contract/platform/live-session.ts'

export const AccountPasskey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Moment,
  lastUsedAt: Nullable(Moment),
})

/** How an account proves its identity again, before its password or second factors are changed. */
export const proofWays = ['password', 'second-factor', 'single-sign-on', 'none'] as const
export type ProofWay = (typeof proofWays)[number]

export const AccountReply = Type.Object({
  id: Id,
  login: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  role: Type.Enum(roleNames),
  /** A directory's account has its names and password from there. */
  keptByDirectory: Type.Boolean(),
  /** Whether the account has a local password; with single sign-on it may have none. */
  hasPassword: Type.Boolean(),
  /** The label of the single sign-on provider linked to the account; null without one. */
  singleSignOn: Nullable(Type.String()),
  /** Whether an authenticator has been confirmed. */
  hasAuthenticator: Type.Boolean(),
  /** Whether mail is the second factor, and whether it may be chosen in place of the authenticator. */
  factorByMail: Type.Boolean(),
  mayChooseMail: Type.Boolean(),
  recoveryCodes: Type.Object({ left: Type.Integer({ minimum: 0 }), createdAt: Nullable(Moment) }),
  passkeys: Type.Array(AccountPasskey),
  /** Browsers support passkeys only at a host name, and over https or on localhost. */
  offersPasskeys: Type.Boolean(),
  provesBy: Type.Enum(proofWays),
  /** The expiry of this session's fresh proof; null without one. */
  provedUntil: Nullable(Moment),
})

/** « Mon compte »: what all users see and change of their own account. */
export const account = {
  read: endpoint({
    method: 'GET',
    path: '/api/account',
    summary: "The caller's own account: names, second factors, and whether a proof is fresh.",
    access: 'signed-in',
    reply: AccountReply,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/account',
    summary: "Changes the caller's own names.",
    access: 'signed-in',
    body: Body({ firstName: Text(fieldLimits.personName), lastName: Text(fieldLimits.personName) }),
    reply: Message,
    refusals: ['PATTERN_MISMATCH', 'KEPT_BY_DIRECTORY'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/session',
    summary: "The caller's active sessions, the current one first.",
    access: 'signed-in',
    reply: Type.Array(AccountSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/session/:sessionId',
    summary: "Ends one of the caller's sessions, immediately on every node.",
    access: 'signed-in',
    params: Body({ sessionId: SessionId }),
    reply: Message,
    refusals: ['SESSION_NOT_FOUND'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/session',
    summary: "Ends all of the caller's sessions but the current one.",
    access: 'signed-in',
    reply: Type.Object({ message: Type.String(), ended: Type.Integer({ minimum: 0 }) }),
  }),
}
