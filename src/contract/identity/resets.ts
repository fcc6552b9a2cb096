import { Type } from '#contract/platform/schema.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Message, Nullable, Text } from '#contract/platform/fields.ts'

/** What users request when they can no longer sign in. */
export const resets = {
  requestPassword: endpoint({
    method: 'POST',
    path: '/api/reset/password',
    summary:
      'Requests a link to set a password, mailed if the address belongs to an account; the reply is the same for every address.',
    access: 'public',
    body: Body({ email: Text(fieldLimits.email, 1) }),
    reply: Type.Object({ message: Type.String(), redirect: Type.String() }),
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH', 'MAIL_WAS_NOT_SEND', 'TOO_MANY_TRIES'],
  }),
  requestSecondFactor: endpoint({
    method: 'PATCH',
    path: '/api/reset/2fasecret',
    summary: 'Requests, during a pending sign-in, a mailed link that resets the second factor.',
    access: 'public',
    body: Body({ jwt: Text(2_048, 1) }),
    reply: Message,
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'MAIL_WAS_NOT_SEND', 'TOO_MANY_TRIES'],
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/reset/2fasecret/confirm',
    summary: 'Uses the link: resets the second factor or, for an administrator, waits for an approval.',
    access: 'public',
    body: Body({ token: Text(200, 1) }),
    reply: Type.Object({
      state: Type.Enum(['done', 'waiting', 'alone'], {
        description: '`alone`: it waits, and no other administrator can approve it yet.',
      }),
      message: Type.String(),
      redirect: Nullable(Type.String({ description: 'The next page once it is done; null while it waits.' })),
    }),
    refusals: ['RESET_LINK_WRONG', 'TOO_MANY_TRIES'],
  }),
}
