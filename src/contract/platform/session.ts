import { Type } from './schema.ts'
import { patternNames } from '#domain/platform/patterns.ts'
import { permissionNames, roleNames, userTypes } from '#domain/platform/roles.ts'
import { endpoint } from './endpoint.ts'
import { Body, Id, Message, Moment, Nullable } from './fields.ts'

export const session = {
  read: endpoint({
    method: 'GET',
    path: '/api/session',
    summary: 'The signed-in user, the current bank, the permissions of the role and the end of the session.',
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
      /** The time left until then, in milliseconds: the clock of a browser may be wrong. */
      remainingMs: Type.Integer({ minimum: 0 }),
      inactivitySeconds: Type.Integer({ minimum: 1 }),
      /** The largest file that may be attached to an item. */
      attachmentBytes: Type.Integer({ minimum: 1 }),
      /** Whether a mail server is configured. Without one, mails are files in the data folder of the server. */
      sendsMails: Type.Boolean(),
      /** Whether the operator allows recovery shares of master keys. */
      recoveryShares: Type.Boolean(),
      /** Whether the operator allows exports in clear. */
      clearExports: Type.Boolean(),
      regexVersion: Type.String(),
      domainGroup: Nullable(Type.String()),
      /** The operator's name, where it is set. */
      organisation: Nullable(Type.String()),
      links: Type.Object({
        vendor: Nullable(Type.String()),
        extension: Nullable(Type.String()),
        /** The operator's own guide; null for that of Trousseau. */
        guide: Nullable(Type.String()),
      }),
    }),
  }),
  state: endpoint({
    method: 'GET',
    path: '/api/session/state',
    summary:
      "The user of the browser's session, null without one; polled by idle tabs, and no activity itself.",
    access: 'public',
    reply: Type.Object({ userId: Nullable(Id) }),
  }),
  regexes: endpoint({
    method: 'GET',
    path: '/api/regex',
    summary: 'The named patterns that forms and server validate with.',
    access: 'public',
    reply: Type.Array(Type.Object({ name: Type.Enum(patternNames), value: Type.String() })),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: "Ends the session on the server and clears the browser's data.",
    access: 'public',
    reply: Message,
  }),
  lock: endpoint({
    method: 'POST',
    path: '/api/auth/lock',
    summary:
      "Locks the browser's session until it is reopened; closes its guardian chests. After inactivity it ends the session instead where the setting says so. Without an open session it does nothing.",
    // Public as logout is: a page whose session was locked elsewhere gets no refusal.
    access: 'public',
    body: Body({ reason: Type.Enum(['asked', 'inactivity']) }),
    reply: Message,
  }),
}
