import { Type } from '#contract/platform/schema.ts'
import { accountPasswordLengths, fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, Text } from '#contract/platform/fields.ts'

export const setup = {
  create: endpoint({
    method: 'POST',
    path: '/api/setup',
    summary: 'Creates the first super administrator, once; the path is unknown afterwards.',
    access: 'public',
    status: 201,
    body: Body({
      token: Text(200, 1),
      login: Text(fieldLimits.login, 1),
      password: Text(accountPasswordLengths.maximum, 1),
      firstName: Text(fieldLimits.personName, 1),
      lastName: Text(fieldLimits.personName, 1),
      email: Text(fieldLimits.email, 3),
    }),
    reply: Type.Object({ id: Id, login: Type.String() }),
    refusals: ['NOT_FOUND', 'SETUP_TOKEN_WRONG', 'PATTERN_MISMATCH', 'PASSWORD_TOO_WEAK', 'SERVER_BUSY'],
  }),
}
