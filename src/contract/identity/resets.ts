import { Type } from '#contract/platform/schema.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Nullable, Text } from '#contract/platform/fields.ts'

/** What users request when they can no longer sign in. */
export const resets = {
  requestPassword: endpoint({
    method: 'POST',
    path: '/api/reset/password',
    summary:
      'Asks for a link to set a password, which leaves by mail if the address is that of an account; the reply is the same for every address.',
    access: 'public',
    body: Body({ email: Text(fieldLimits.email, 1) }),
    reply: Type.Object({ message: Type.String(), redirect: Type.String() }),
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH', 'MAIL_WAS_NOT_SEND', 'TOO_MANY_TRIES'],
  }),
  requestSecondFactor: endpoint({
    method: 'PATCH',
    path: '/api/reset/2fasecret',
    summary: 'Asks, halfway through a sign-in, for a link that drops the second factor; it leaves by mail.',
    access: 'public',
    body: Body({ jwt: Text(2_048, 1) }),
    reply: Type.Object({ message: Type.String() }),
    refusals: ['SIGN_IN_FAILED', 'STEP_OVER', 'ACCOUNT_BLOCKED', 'MAIL_WAS_NOT_SEND', 'TOO_MANY_TRIES'],
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/reset/2fasecret/confirm',
    summary:
      'Follows the link: the second factor is dropped, or, for an account that administers, waits for an approval.',
    access: 'public',
    body: Body({ token: Text(200, 1) }),
    reply: Type.Object({
      state: Type.Enum(['done', 'waiting', 'alone'], {
        description: '`alone`: it waits, and there is no other administrator yet who could approve it.',
      }),
      message: Type.String(),
      redirect: Nullable(Type.String({ description: 'Where to go once it is done; null while it waits.' })),
    }),
    refusals: ['RESET_LINK_WRONG', 'TOO_MANY_TRIES'],
  }),
}
