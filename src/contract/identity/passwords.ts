import { Type } from '#contract/platform/schema.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Message, Nullable, Text } from '#contract/platform/fields.ts'

const Password = Text(fieldLimits.accountPassword * 2, 1)

export const passwords = {
  change: endpoint({
    method: 'PATCH',
    path: '/api/auth/pwd',
    summary: 'Sets the password of an account, with the old one or a mailed link.',
    access: 'public',
    body: Type.Union([
      Body({
        login: Text(fieldLimits.login, 1),
        oldPassword: Password,
        newPassword: Password,
        confirmPassword: Password,
      }),
      Body({ token: Text(200, 1), newPassword: Password, confirmPassword: Password }),
    ]),
    reply: Message,
    refusals: [
      'SIGN_IN_FAILED',
      'ACCOUNT_BLOCKED',
      'RESET_LINK_WRONG',
      'CONFIRMATION_DIFFERS',
      'PASSWORD_TOO_WEAK',
      'USER_PASSWORD_ALREADY_IN_HISTORY',
      'TOO_MANY_TRIES',
      'SERVER_BUSY',
    ],
  }),
  rule: endpoint({
    method: 'POST',
    path: '/api/auth/pwd/rule',
    summary: 'Returns the password rule for the account of a mailed link, without using the link up.',
    access: 'public',
    body: Body({ token: Text(200, 1) }),
    reply: Type.Object({
      /**
       * Whether the account is an administrator's, whose password must be longer; null for an invalid link.
       */
      administers: Nullable(Type.Boolean()),
      /** What whoever guesses tries first: the names of the account and of the organisation. */
      words: Type.Array(Type.String()),
    }),
    refusals: ['TOO_MANY_TRIES'],
  }),
}
