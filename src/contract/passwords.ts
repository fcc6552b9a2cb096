import { Type } from './schema.ts'
import { fieldLimits } from '#domain/limits.ts'
import { endpoint } from './endpoint.ts'
import { Body, Text } from './fields.ts'

const Password = Text(fieldLimits.accountPassword * 2, 1)

export const passwords = {
  change: endpoint({
    method: 'PATCH',
    path: '/api/auth/pwd',
    summary: 'Sets the password of an account, by the old one or by a link that was sent.',
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
    reply: Type.Object({ message: Type.String() }),
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
}
