import { Type } from './schema.ts'
import { Moment } from './fields.ts'

/** The public id of a session: half of the cookie, useless without the other half. */
export const SessionId = Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })
export const AccountSession = Type.Object({
  id: Type.String(),
  /** The User-Agent header. Pages show a name read from it. */
  userAgent: Type.String(),
  /** The network address at sign-in. */
  ip: Type.String(),
  signedInAt: Moment,
  lastSeenAt: Moment,
  /** Whether it is the caller's own session. */
  isCurrent: Type.Boolean(),
  /** Whether it is locked: its owner may reopen it in its browser until its end. */
  isLocked: Type.Boolean(),
})
