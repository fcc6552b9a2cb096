import { Type } from './schema.ts'
import { Named, Nullable, Person, RightsReply } from './fields.ts'

/** Why a grant has no effect. */
export const dormantReasons = ['inactive-user', 'no-shared-bank', 'inactive-bank'] as const
export const Dormant = Nullable(Type.Enum(dormantReasons))

/** A user or a team attached to a chest, with the rights of the grant itself. */
export const AttachedUser = Type.Object({ ...Person.properties, rights: RightsReply, dormant: Dormant })
export const AttachedTeam = Type.Object({ ...Named.properties, rights: RightsReply, dormant: Dormant })
