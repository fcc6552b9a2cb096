import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Body,
  Id,
  IdParams,
  Ids,
  Labelled,
  Named,
  Nullable,
  Person,
  RightsBody,
  RightsReply,
} from '#contract/platform/fields.ts'
import { AttachedTeam, AttachedUser, Dormant } from '#contract/platform/lists.ts'

const UserParams = Body({ id: Id, userId: Id })
const TeamParams = Body({ id: Id, teamId: Id })

/** A grant by which a person has rights: their own, or that of a team. */
const Way = Type.Object({
  /** null for a direct grant, and for a team that the caller may not see. */
  team: Nullable(Named),
  /** Whether the grant is of a team outside the caller's scope, which is not named. */
  isHidden: Type.Boolean(),
  rights: RightsReply,
  dormant: Dormant,
})

/** The active banks that a person shares with a chest. A chest without banks needs none. */
const SharedBanks = {
  banks: Type.Array(Labelled),
  /** Those outside the caller's scope: counted, not named. */
  hiddenBanks: Type.Integer({ minimum: 0 }),
}

export const chestRights = {
  attachUsers: endpoint({
    method: 'POST',
    path: '/api/chest/:id/user',
    summary: 'Attaches users to a chest with the right read only, all or none; returns the attached users.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    body: Body({ users: Ids }),
    reply: Type.Array(AttachedUser),
    refusals: ['USER_NOT_FOUND', 'NOT_IN_BANK'],
  }),
  attachTeams: endpoint({
    method: 'POST',
    path: '/api/chest/:id/team',
    summary: 'Attaches teams to a chest with the right read only, all or none; returns the attached teams.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    body: Body({ teams: Ids }),
    reply: Type.Array(AttachedTeam),
    refusals: ['TEAM_NOT_FOUND', 'NOT_IN_BANK'],
  }),
  detachUsers: endpoint({
    method: 'DELETE',
    path: '/api/chest/:id/user',
    summary: 'Detaches users from a chest; returns the attached users.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    body: Body({ users: Ids }),
    reply: Type.Array(AttachedUser),
  }),
  detachTeams: endpoint({
    method: 'DELETE',
    path: '/api/chest/:id/team',
    summary: 'Detaches teams from a chest; returns the attached teams.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    body: Body({ teams: Ids }),
    reply: Type.Array(AttachedTeam),
  }),
  readOfUser: endpoint({
    method: 'GET',
    path: '/api/chest/:id/right/:userId',
    summary: "The rights of a user's own grant on a chest.",
    access: { sees: 'chest', by: 'params.id' },
    params: UserParams,
    reply: RightsReply,
    refusals: ['USER_NOT_FOUND'],
  }),
  grantToUser: endpoint({
    method: 'PATCH',
    path: '/api/chest/:id/right/:userId',
    summary: 'Sets the rights of an attached user on a chest; every other right presupposes `read`.',
    access: { manages: 'chest', by: 'params.id' },
    params: UserParams,
    body: RightsBody,
    reply: RightsReply,
    refusals: ['NO_RIGHT_TICKED', 'READ_RIGHT_REQUIRED', 'USER_NOT_FOUND'],
  }),
  readOfTeam: endpoint({
    method: 'GET',
    path: '/api/chest/:id/right/team/:teamId',
    summary: 'The rights of a team on a chest.',
    access: { sees: 'chest', by: 'params.id' },
    params: TeamParams,
    reply: RightsReply,
    refusals: ['TEAM_NOT_FOUND'],
  }),
  grantToTeam: endpoint({
    method: 'PATCH',
    path: '/api/chest/:id/right/team/:teamId',
    summary: 'Sets the rights of an attached team on a chest; every other right presupposes `read`.',
    access: { manages: 'chest', by: 'params.id' },
    params: TeamParams,
    body: RightsBody,
    reply: RightsReply,
    refusals: ['NO_RIGHT_TICKED', 'READ_RIGHT_REQUIRED', 'TEAM_NOT_FOUND'],
  }),
  audience: endpoint({
    method: 'GET',
    path: '/api/chest/:id/audience',
    summary: 'Everybody with a grant on the chest, dormant ones included, and the grants.',
    access: { sees: 'chest', by: 'params.id' },
    params: IdParams,
    reply: Type.Object({
      people: Type.Array(
        Type.Object({
          user: Person,
          /** The effective rights: none when every grant is dormant. */
          rights: RightsReply,
          ways: Type.Array(Way),
          ...SharedBanks,
        }),
      ),
      /**
       * People outside the caller's scope, on a chest that the caller neither manages nor reads: counted, not
       * named.
       */
      hidden: Type.Integer({ minimum: 0 }),
    }),
  }),
  accessOfUser: endpoint({
    method: 'GET',
    path: '/api/user/:id/access',
    summary: "Every chest that the user has a grant on, in the caller's scope, and the grants.",
    access: { sees: 'user', by: 'params.id' },
    params: IdParams,
    reply: Type.Object({
      chests: Type.Array(
        Type.Object({
          chest: Type.Object({ ...Named.properties, guardian: Type.Boolean() }),
          rights: RightsReply,
          ways: Type.Array(Way),
          ...SharedBanks,
        }),
      ),
      /** Chests outside the caller's scope on which the user has rights: counted, not named. */
      hidden: Type.Integer({ minimum: 0 }),
    }),
  }),
}
