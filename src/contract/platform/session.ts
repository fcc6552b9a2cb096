import { Type } from './schema.ts'
import { patternNames } from '#domain/platform/patterns.ts'
import { permissionNames, roleNames, userTypes } from '#domain/platform/roles.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, Nullable } from './fields.ts'

export const session = {
  read: endpoint({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in, the current bank, what the role permits and when the session ends.',
    access: 'signed-in',
    reply: Type.Object({
      user: Type.Object({
        id: Id,
        login: Type.String(),
        firstName: Type.String(),
        lastName: Type.String(),
        email: Type.String(),
        role: Type.Enum(roleNames),
        type: Type.Enum(userTypes),
        readFeatures: Type.Boolean(),
        lastChestId: Nullable(Id),
      }),
      /** Whether a release of the changelog is new to this user. */
      unread: Type.Boolean(),
      currentBank: Nullable(Type.Object({ id: Id, label: Type.String() })),
      permissions: Type.Array(Type.Enum(permissionNames)),
      expiresAt: Moment,
      inactivitySeconds: Type.Integer({ minimum: 1 }),
      /** Whether the operator allows recovery shares of master keys. */
      recoveryShares: Type.Boolean(),
      regexVersion: Type.String(),
      domainGroup: Nullable(Type.String()),
      links: Type.Object({ vendor: Nullable(Type.String()), extension: Nullable(Type.String()) }),
    }),
    refusals: [],
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/session/state',
    summary:
      "Whose the browser's session is, null once there is none; asking is no activity. Windows that nobody touches ask.",
    access: 'public',
    reply: Type.Object({ userId: Nullable(Id) }),
    refusals: [],
  }),
  regexes: endpoint({
    method: 'GET',
    path: '/api/regex',
    summary: 'The named patterns that forms check; the server applies the same.',
    access: 'public',
    reply: Type.Array(Type.Object({ name: Type.Enum(patternNames), value: Type.String() })),
    refusals: [],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Ends the session on the server and clears what the browser kept.',
    access: 'public',
    reply: Type.Object({ message: Type.String() }),
    refusals: [],
  }),
}
