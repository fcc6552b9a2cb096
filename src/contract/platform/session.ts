import { Type } from './schema.ts'
import { patternNames } from '#domain/platform/patterns.ts'
import { permissionNames, roleNames, userTypes } from '#domain/platform/roles.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, Nullable } from './fields.ts'

/** A session id, as lists of sessions give it: half of a cookie, which opens nothing without the other half. */
export const SessionId = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })
export const AccountSession = Type.Object({
  id: Type.String(),
  /** The browser's own words; pages read a name out of them. */
  userAgent: Type.String(),
  /** The network address at sign-in. */
  ip: Type.String(),
  signedInAt: Moment,
  lastSeenAt: Moment,
  /** The very session that asks. */
  isCurrent: Type.Boolean(),
})

/**
 * What stands before the address of the page that somebody without a session asked for, when /auth is shown instead:
 * `/auth#retour=/routes/…`. A fragment stays in the browser: it comes into no journal of requests.
 */
export const returnFragment = '#retour='

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
      /** Whether a release of the changelog is one that this person has not read. */
      unread: Type.Boolean(),
      currentBank: Nullable(Type.Object({ id: Id, label: Type.String() })),
      permissions: Type.Array(Type.Enum(permissionNames)),
      expiresAt: Moment,
      inactivitySeconds: Type.Integer({ minimum: 1 }),
      /** Whether the operator lets owners of guardian chests print recovery shares. */
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
