import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Text } from '#contract/platform/fields.ts'

const Jwt = Text(2_048, 1)

/** The second factor by mail, where the account and the settings allow it. */
export const mailCodes = {
  send: endpoint({
    method: 'POST',
    path: '/api/auth/mfa_mail',
    summary: 'Sends a code of six digits by mail; another one is refused within thirty seconds.',
    access: 'public',
    body: Body({ jwt: Jwt }),
    reply: Type.Object({
      message: Type.String(),
      jwt: Type.String({
        description:
          'The token to continue with: it is valid as long as the code, longer than the first one.',
      }),
      resendSeconds: Type.Integer({
        description: 'Until then another code is refused (429, Retry-After).',
      }),
    }),
    refusals: [
      'SIGN_IN_FAILED',
      'STEP_OVER',
      'ACCOUNT_BLOCKED',
      'SECOND_FACTOR_REFUSED',
      'MAIL_WAS_NOT_SEND',
      'TOO_MANY_TRIES',
    ],
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/mfa_mail/verify',
    summary: 'Checks the code that was mailed and opens the session by cookie.',
    access: 'public',
    body: Body({
      jwt: Jwt,
      token: Type.String({ pattern: '^[0-9]{6}$' }),
      source: Type.Literal('web'),
    }),
    reply: Type.Object({ redirect: Type.String() }),
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'TOO_MANY_TRIES'],
  }),
}
