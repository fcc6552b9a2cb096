import { Type } from '#contract/platform/schema.ts'
import { roleNames } from '#domain/platform/roles.ts'
import { endpoint } from '#contract/platform/endpoint.ts'

/**
 * The calls of a demonstration. They are not part of `api`, so that no installation has them; only
 * `scripts/demo` serves them.
 */
export const demo = {
  accounts: endpoint({
    method: 'GET',
    path: '/api/demo/accounts',
    summary: 'The accounts of a demonstration, with their passwords and current codes.',
    access: 'public',
    reply: Type.Array(
      Type.Object({
        login: Type.String(),
        name: Type.String(),
        role: Type.Enum(roleNames),
        shownAs: Type.String(),
        password: Type.String(),
        /** The code accepted now, and for how many seconds. */
        code: Type.String(),
        secondsLeft: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
  masterKeys: endpoint({
    method: 'GET',
    path: '/api/demo/master-keys',
    summary: 'The protected chests of a demonstration, with their master keys.',
    access: 'public',
    reply: Type.Array(Type.Object({ chest: Type.String(), masterKey: Type.String() })),
  }),
}
