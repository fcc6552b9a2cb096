import { Type } from '#contract/platform/schema.ts'
import { fieldLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Body,
  Description,
  Direction,
  Id,
  IdParams,
  Ids,
  Labelled,
  Message,
  Named,
  Nullable,
  Page,
  Text,
} from '#contract/platform/fields.ts'

const Label = Text(fieldLimits.label, 1)
/** The limit of attached active users with ROLE_INTERVENANT; null or an empty text for no limit. */
const MaxUser = Nullable(Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000 }), Type.Literal('')]))

/** A person in the links of a bank, in the API's own spelling. */
const LinkedUser = Type.Object({
  id: Id,
  login: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
})
const UserLink = Type.Object({ id: Id, entity: LinkedUser })
const NamedLink = Type.Object({ id: Id, entity: Named })

export const BankReply = Type.Object({
  id: Id,
  label: Type.String(),
  description: Type.String(),
  /** null for no limit. */
  max_user: Nullable(Type.Integer()),
  /** The login of the creator; null for the installation itself. */
  create_by: Nullable(Type.String()),
  active: Type.Boolean(),
  links: Type.Object({
    user: Type.Array(UserLink),
    team: Type.Array(NamedLink),
    chest: Type.Array(NamedLink),
  }),
})

/** The fields that criteria may name. */
export const bankFields = ['id', 'label', 'description', 'active'] as const

/** The fields that orders may name. `user`, `team` and `chest`: the numbers of links. */
export const bankOrders = [...bankFields, 'create_by', 'max_user', 'user', 'team', 'chest'] as const

/**
 * The JSON in the header `meta-data-guardian` of the extended list. Headers are limited to Latin-1: other
 * characters are escaped as `\uXXXX`, which JSON allows.
 */
export const BankPaging = Body({
  ...Page,
  criterias: Type.Optional(
    Type.Array(
      Body({
        field: Type.Enum(bankFields),
        /** LIKE is « contains », ignoring accents and case. No character is a wildcard. */
        comparator: Type.Enum(['=', '!=', '<', '>', 'LIKE']),
        value: Type.Union([Text(fieldLimits.search), Type.Integer(), Type.Boolean()]),
        /** How it joins the criteria before it, from left to right; AND by default. */
        operator: Type.Optional(Type.Enum(['AND', 'OR'])),
      }),
      { maxItems: 20 },
    ),
  ),
  orders: Type.Optional(
    Body({
      id: Direction,
      label: Direction,
      description: Direction,
      active: Direction,
      create_by: Direction,
      /** No limit is the highest. */
      max_user: Direction,
      user: Direction,
      team: Direction,
      chest: Direction,
    } satisfies Record<(typeof bankOrders)[number], unknown>),
  ),
})

/** Returns the call that ends a link of a bank. */
const detach = (kind: 'user' | 'team' | 'chest') =>
  endpoint({
    method: 'DELETE',
    path: `/api/bank/${kind}/link/:linkId`,
    summary: `Detaches a ${kind} from a bank.`,
    access: { manages: `bank-${kind}-link`, by: 'params.linkId' },
    params: Body({ linkId: Id }),
    reply: Message,
  })

export const banks = {
  list: endpoint({
    method: 'GET',
    path: '/api/bank/',
    summary: "The caller's banks, by label: those they are attached to, or all for super administrators.",
    access: 'signed-in',
    reply: Type.Array(Type.Object({ ...Labelled.properties, active: Type.Boolean() })),
  }),
  extend: endpoint({
    method: 'GET',
    path: '/api/bank/extend/',
    summary:
      'A page of banks with what is attached to them; the request header `meta-data-guardian` has {limit, offset, criterias, orders} as JSON.',
    access: { permission: 'openBackOffice' },
    query: Body({ ...Page, selectId: Type.Optional(Id) }),
    reply: Type.Array(BankReply),
    paged: true,
    repeats: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/bank/:id',
    summary: 'One bank; with `active_user=true` its counter of active users instead.',
    access: { sees: 'bank', by: 'params.id' },
    params: IdParams,
    query: Body({ active_user: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])) }),
    reply: Type.Object({
      id: Type.Optional(Id),
      label: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      active: Type.Optional(Type.Boolean()),
      max_user: Nullable(Type.Integer()),
      /** The active users with ROLE_INTERVENANT attached to the bank: those that `max_user` limits. */
      number_active_user: Type.Optional(Type.Integer()),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/bank/',
    summary: 'Creates a bank; its creator is attached to it.',
    access: { permission: 'createBanks' },
    status: 201,
    creates: true,
    body: Body({
      label: Label,
      description: Type.Optional(Description),
      maxUser: Type.Optional(MaxUser),
    }),
    reply: BankReply,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/bank/:id',
    summary: 'Changes a bank; only super administrators change its user limit and its state.',
    access: { manages: 'bank', by: 'params.id' },
    params: IdParams,
    body: Body({
      update: Type.Object(
        {
          label: Type.Optional(Label),
          description: Type.Optional(Description),
          maxUser: Type.Optional(MaxUser),
          active: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
    }),
    reply: BankReply,
    refusals: ['VALUE_REQUIRED', 'PATTERN_MISMATCH', 'SCOPE_EXCEEDED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/bank/:id',
    summary: 'Deletes a bank without chests.',
    access: { manages: 'bank', by: 'params.id' },
    params: IdParams,
    reply: Message,
    refusals: ['BANK_NOT_EMPTY', 'SCOPE_EXCEEDED'],
  }),
  attachUser: endpoint({
    method: 'POST',
    path: '/api/bank/:id/user/:userId',
    summary: 'Attaches a user to a bank.',
    access: { manages: 'bank', by: 'params.id' },
    params: Body({ id: Id, userId: Id }),
    reply: UserLink,
    refusals: ['USER_NOT_FOUND', 'REACH_USER_LIMIT_IN_BANK', 'SCOPE_EXCEEDED'],
  }),
  attachUsers: endpoint({
    method: 'POST',
    path: '/api/bank/:id/user',
    summary: 'Attaches several users to a bank, all or none.',
    access: { manages: 'bank', by: 'params.id' },
    params: IdParams,
    body: Body({ users: Ids }),
    reply: Type.Array(UserLink),
    refusals: ['USER_NOT_FOUND', 'REACH_USER_LIMIT_IN_BANK', 'SCOPE_EXCEEDED'],
  }),
  attachTeam: endpoint({
    method: 'POST',
    path: '/api/bank/:id/team/:teamId',
    summary: 'Attaches a team to a bank.',
    access: { manages: 'bank', by: 'params.id' },
    params: Body({ id: Id, teamId: Id }),
    reply: NamedLink,
    refusals: ['TEAM_NOT_FOUND', 'SCOPE_EXCEEDED'],
  }),
  attachChest: endpoint({
    method: 'POST',
    path: '/api/bank/:id/chest/:chestId',
    summary: 'Attaches a chest to a bank.',
    access: { manages: 'bank', by: 'params.id' },
    params: Body({ id: Id, chestId: Id }),
    reply: NamedLink,
    refusals: ['CHEST_NOT_FOUND', 'SCOPE_EXCEEDED'],
  }),
  detachUser: detach('user'),
  detachTeam: detach('team'),
  detachChest: detach('chest'),
}
