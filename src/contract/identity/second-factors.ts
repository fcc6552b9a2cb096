import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Text } from '#contract/platform/fields.ts'
import { Assertion, RequestOptions } from '#contract/platform/webauthn.ts'

const Jwt = Text(2_048, 1)
const Source = Type.Literal('web')
const Opened = Type.Object({ redirect: Type.String() })

/**
 * The other second factors than the authenticator's code: each opens the session by cookie, as step 2 does.
 */
export const secondFactors = {
  useRecoveryCode: endpoint({
    method: 'POST',
    path: '/api/auth/recovery',
    summary: 'Checks a recovery code, valid once, and opens the session by cookie.',
    access: 'public',
    body: Body({ jwt: Jwt, code: Text(60, 1), source: Source }),
    reply: Opened,
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'TOO_MANY_TRIES'],
  }),
  askPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    summary: "Returns the browser's options: a challenge for the account's passkeys, valid for five minutes.",
    access: 'public',
    body: Body({ jwt: Jwt }),
    reply: RequestOptions,
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER'],
  }),
  usePasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/verify',
    summary: "Checks a passkey's reply to the challenge and opens the session by cookie.",
    access: 'public',
    body: Body({ jwt: Jwt, response: Assertion, source: Source }),
    reply: Opened,
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'TOO_MANY_TRIES'],
  }),
}
