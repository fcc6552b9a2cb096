import { Type } from './schema.ts'
import { Moment } from './fields.ts'

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
