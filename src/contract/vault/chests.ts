import { Type } from '#contract/platform/schema.ts'
import { masterKeyLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { AttachedTeam, AttachedUser, listFragment, listQuery } from '#contract/platform/lists.ts'
import {
  Body,
  Description,
  Holds,
  Id,
  IdParams,
  Labelled,
  Message,
  Moment,
  Name,
  Nullable,
  RightsReply,
  Text,
} from '#contract/platform/fields.ts'
import { RuleDays } from './due-dates.ts'

export const ChestReply = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  type: Type.String(),
  guardian: Type.Boolean(),
})

/** A chest, with its rule of renewal in days; null without one. */
const OneChest = Type.Object({ ...ChestReply.properties, renewDays: Nullable(RuleDays) })

/** A chest in the chooser, with the banks of the caller's scope that it is attached to. */
const ReadableChest = Type.Object({ ...ChestReply.properties, banks: Type.Array(Labelled) })

/** A chest in the back office, with the users, teams and banks attached to it. */
export const ManagedChest = Type.Object({
  ...ChestReply.properties,
  /** The login of the creator; null for the installation, or a user that the caller may not see. */
  creator: Nullable(Type.String()),
  createAt: Moment,
  users: Type.Array(AttachedUser),
  /**
   * People outside the caller's scope, on a chest that the caller neither manages nor reads: counted, not
   * named.
   */
  hiddenUsers: Type.Integer({ minimum: 0 }),
  teams: Type.Array(AttachedTeam),
  /** Teams outside the caller's scope: counted, not named. */
  hiddenTeams: Type.Integer({ minimum: 0 }),
  banks: Type.Array(Labelled),
  /** Banks outside the caller's scope: counted, not named. */
  hiddenBanks: Type.Integer({ minimum: 0 }),
  /** Whether the caller may manage it, or only see it. */
  manageable: Type.Boolean(),
  /** Whether the caller may read its content in the explorer. */
  readable: Type.Boolean(),
})

/** The orders of the list: by id, by name, and by the numbers of users, teams and banks that a row shows. */
export const chestOrders = ['id', 'name', 'users', 'teams', 'banks'] as const

/** The `type` of a new chest. The specification has no other. */
const ChestType = Type.Literal('service')

const TreeFolder = Type.Cyclic(
  {
    Node: Type.Object({
      id: Id,
      name: Type.String(),
      level: Type.Integer({ minimum: 1 }),
      children: Type.Array(Type.Ref('Node')),
    }),
  },
  'Node',
)

export const chests = {
  create: endpoint({
    method: 'POST',
    path: '/api/chest/',
    summary:
      'Creates a chest in the current bank; its creator has the five rights on it, and is attached to that bank.',
    access: { permission: 'createChests' },
    status: 201,
    creates: true,
    body: Body({ name: Name, type: ChestType, description: Type.Optional(Description) }),
    reply: ChestReply,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH'],
  }),
  createOfUser: endpoint({
    method: 'POST',
    path: '/api/user/chest',
    summary: 'Creates a chest from the explorer.',
    access: { permission: 'createChests' },
    status: 201,
    creates: true,
    body: Body({
      name: Name,
      type: Type.Optional(ChestType),
      /** Empty or null: a chest without a master key. */
      masterKey: Type.Optional(Nullable(Text(masterKeyLimits.maximum))),
      description: Type.Optional(Description),
    }),
    reply: ChestReply,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH', 'MASTER_KEY_WEAK', 'SERVER_BUSY'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/chest/',
    summary: "A page of the chests in the caller's scope, by id unless `orderBy` names another order.",
    access: { permission: 'openBackOffice' },
    query: Body({ ...listQuery, orderBy: Type.Optional(Type.Enum(chestOrders)) }),
    reply: Type.Array(ManagedChest),
    paged: true,
    repeats: true,
  }),
  listOfUser: endpoint({
    method: 'GET',
    path: '/api/chest/user/',
    summary: 'The chests that the caller may read, sorted by name.',
    access: 'signed-in',
    reply: Type.Object({ data: Type.Array(ReadableChest) }),
    repeats: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/chest/:id/',
    records: true,
    summary: 'One chest; for callers who may read it, it becomes the default chest of the explorer.',
    access: { right: 'read', via: { chest: 'params.id' }, orSees: true, whileLocked: true },
    params: IdParams,
    reply: OneChest,
  }),
  tree: endpoint({
    method: 'GET',
    path: '/api/chest/:id/tree/',
    summary: 'The folder tree of a chest.',
    access: { right: 'read', via: { chest: 'params.id' } },
    params: IdParams,
    reply: Type.Array(TreeFolder),
    repeats: true,
    refusals: ['CHEST_LOCKED'],
  }),
  rightsOfCaller: endpoint({
    method: 'GET',
    path: '/api/chest/:id/right/user',
    summary: "The caller's own rights on a chest.",
    access: { right: 'read', via: { chest: 'params.id' }, whileLocked: true },
    params: IdParams,
    reply: RightsReply,
  }),
  holds: endpoint({
    method: 'GET',
    path: '/api/chest/:id/holds',
    summary:
      'How many items and folders a chest contains, its trash excluded: what its deletion would take away. Null for a guardian chest.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    reply: Nullable(Holds),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/chest/:id',
    summary: 'Changes the name, the description or the rule of renewal of a chest.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    body: Body({
      update: Type.Object(
        {
          name: Type.Optional(Name),
          type: Type.Optional(ChestType),
          description: Type.Optional(Description),
          renewDays: Type.Optional(Nullable(RuleDays)),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
    }),
    reply: ManagedChest,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/chest/:id',
    summary: 'Deletes a chest: hidden immediately, erased after thirty days.',
    access: { manages: 'chest', by: 'params.id' },
    params: IdParams,
    reply: Message,
  }),
  listDeleted: endpoint({
    method: 'GET',
    path: '/api/chest/deleted',
    summary: 'The deleted chests that can be restored, latest first.',
    access: { permission: 'manageEverything' },
    reply: Type.Array(Type.Object({ ...ChestReply.properties, deletedAt: Moment, erasedAt: Moment })),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/chest/:id/restore',
    summary: 'Restores a deleted chest.',
    access: { permission: 'manageEverything' },
    params: IdParams,
    reply: ChestReply,
    refusals: ['CHEST_NOT_FOUND'],
  }),
}

export const chestFragment = listFragment('chest')
