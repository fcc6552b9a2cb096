import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, IdParams, Message, Moment, Nullable, Text } from '#contract/platform/fields.ts'

const Redirect = Type.Object({ redirect: Type.String() })
/** What the provider states about a person: shown to the administrator who links it, never matched on. */
const Identity = Type.Object({
  issuer: Type.String(),
  subject: Type.String(),
  name: Type.String(),
  email: Type.String(),
})
const Code = Text(40, 1)

/** Single sign-on by OpenID Connect: https://openid.net/specs/openid-connect-core-1_0.html */
export const sso = {
  authorize: endpoint({
    method: 'GET',
    path: '/api/auth/sso/authorize',
    records: true,
    summary: 'Redirects the browser to the provider; a plain navigation.',
    access: 'public',
    isNavigation: true,
    status: 302,
    reply: Redirect,
  }),
  callback: endpoint({
    method: 'GET',
    path: '/api/auth/sso/callback',
    records: true,
    summary: 'The return from the provider; a plain navigation that ends on /auth or /routes/account.',
    access: 'public',
    isNavigation: true,
    status: 302,
    // A provider may add its own parameters; the relevant ones are verified with what it signed.
    query: Type.Object({}, { additionalProperties: true }),
    reply: Redirect,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/api/auth/sso/complete',
    summary: 'Opens the session if the provider has verified the second factor and a setting trusts it.',
    access: 'public',
    body: Body({ jwt: Text(2_048, 1), source: Type.Literal('web') }),
    reply: Redirect,
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'TOO_MANY_TRIES'],
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/api/auth/sso/invitation',
    summary: 'Begins a sign-in that links its identity to the account of an invitation.',
    access: 'public',
    body: Body({ token: Text(200, 1) }),
    reply: Redirect,
    refusals: ['RESET_LINK_WRONG', 'SSO_UNAVAILABLE', 'SSO_MISSET', 'TOO_MANY_TRIES'],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/account/proof/sso',
    summary:
      'Begins a fresh sign-in at the provider as a proof, for an account without a second factor here; it ends on /routes/account.',
    access: 'signed-in',
    reply: Redirect,
    refusals: ['SECOND_FACTOR_REFUSED', 'SSO_UNAVAILABLE', 'SSO_MISSET'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/user/:id/sso',
    summary: 'The identity linked to a user, and the one of a linking code.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    query: Body({ code: Type.Optional(Code) }),
    reply: Type.Object({
      linked: Nullable(Type.Object({ ...Identity.properties, linkedAt: Moment })),
      request: Nullable(Identity),
    }),
    refusals: ['SSO_CODE_WRONG', 'CODE_OUTLIVED'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/user/:id/sso',
    summary: 'Links the identity of a linking code to a user, in place of the former one.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    body: Body({ code: Code }),
    reply: Message,
    refusals: ['SSO_CODE_WRONG', 'CODE_OUTLIVED', 'SSO_ALREADY_LINKED'],
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/api/user/:id/sso',
    summary: 'Unlinks the identity of a user.',
    access: { manages: 'user', by: 'params.id' },
    params: IdParams,
    reply: Message,
  }),
}
