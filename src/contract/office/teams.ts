import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Body,
  Description,
  Id,
  IdParams,
  Ids,
  Labelled,
  Message,
  Name,
  Nullable,
  Person,
} from '#contract/platform/fields.ts'
import { listFragment, listQuery } from '#contract/platform/lists.ts'

export const TeamReply = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  /** The login of the creator. */
  creator: Nullable(Type.String()),
  users: Type.Array(Person),
  banks: Type.Array(Labelled),
  /** Banks outside the caller's scope: counted, not named. */
  hiddenBanks: Type.Integer({ minimum: 0 }),
  /** Whether the caller may manage it, or only see it. */
  manageable: Type.Boolean(),
})

/** The orders of the list: by the texts of a row, and by the numbers of users and banks that it shows. */
export const teamOrders = ['name', 'description', 'creator', 'users', 'banks'] as const

export const teams = {
  list: endpoint({
    method: 'GET',
    path: '/api/team/',
    summary: 'A page of the teams in scope, by name unless `orderBy` names another order.',
    access: { permission: 'openBackOffice' },
    query: Body({ ...listQuery, orderBy: Type.Optional(Type.Enum(teamOrders)) }),
    reply: Type.Array(TeamReply),
    paged: true,
    repeats: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/team/:id',
    summary: 'One team with its members.',
    access: { sees: 'team', by: 'params.id' },
    params: IdParams,
    reply: TeamReply,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/team/',
    summary: 'Creates a team, attached to the current bank if there is one.',
    access: { permission: 'openBackOffice' },
    status: 201,
    creates: true,
    body: Body({ name: Name, description: Type.Optional(Description) }),
    reply: TeamReply,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/team/:id',
    summary: 'Changes the name or the description of a team.',
    access: { manages: 'team', by: 'params.id' },
    params: IdParams,
    body: Body({
      update: Type.Object(
        { name: Type.Optional(Name), description: Type.Optional(Description) },
        { additionalProperties: false, minProperties: 1 },
      ),
    }),
    reply: TeamReply,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/team/:id',
    summary: 'Deletes a team; the rights of its members by it end.',
    access: { manages: 'team', by: 'params.id' },
    params: IdParams,
    reply: Message,
  }),
  attachUsers: endpoint({
    method: 'POST',
    path: '/api/team/:id/user',
    summary: 'Attaches users to a team, all or none; returns its members.',
    access: { manages: 'team', by: 'params.id' },
    params: IdParams,
    body: Body({ users: Ids }),
    reply: Type.Array(Person),
    refusals: ['USER_NOT_FOUND'],
  }),
  detachUsers: endpoint({
    method: 'DELETE',
    path: '/api/team/:id/user',
    summary: 'Detaches users from a team; returns its members.',
    access: { manages: 'team', by: 'params.id' },
    params: IdParams,
    body: Body({ users: Ids }),
    reply: Type.Array(Person),
  }),
}

export const teamFragment = listFragment('team')
