import { concerns, indicatorNames, passwordLevels } from '#domain/vault/figures.ts'
import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Day, Direction, Id, Moment, Named, Nullable, Page } from '#contract/platform/fields.ts'

const Count = Type.Integer({ minimum: 0 })
const Level = Type.Enum(passwordLevels)

/** What the lists of passwords say of each. */
const Listed = {
  id: Id,
  name: Type.String(),
  login: Type.String(),
  chest_id: Id,
  chest: Type.String(),
  folder_id: Nullable(Id),
} as const

/** The number of passwords, and of those with each concern. A password may have several. */
const Concerns = Type.Object({ passwords: Count, weak: Count, reused: Count, old: Count })

/**
 * The figures of the dashboard. Figures of the caller count what the caller may currently read. Figures of
 * the company count what is attached to the caller's banks (everything for a super administrator), and are
 * numbers only. No figure includes a guardian chest that the request does not unlock, but for `locked` of what is due.
 */
export const dashboard = {
  visits: endpoint({
    method: 'GET',
    path: '/api/kpi/visit',
    summary: 'Completed sign-ins of each of the last 30 days, today included.',
    access: { permission: 'seeConnections' },
    reply: Type.Array(Type.Object({ days: Day, nb: Count })),
  }),
  totalUsers: endpoint({
    method: 'GET',
    path: '/api/kpi/totalUsers',
    summary: 'The number of users on each day of the last twelve months.',
    access: { permission: 'seeConnections' },
    reply: Type.Array(Type.Object({ days: Day, cumuluser: Count })),
  }),
  passwordStrength: endpoint({
    method: 'GET',
    path: '/api/kpi/password_strength',
    summary:
      "Passwords by strength, weakest first, without empty levels: the caller's, or with is_manager those of the company.",
    /** With `is_manager`, the handler requires the permission `seeCompanyFigures` as well. */
    access: 'signed-in',
    query: Body({ is_manager: Type.Optional(Type.Boolean()) }),
    reply: Type.Array(Type.Object({ level: Level, nb: Count })),
    refusals: ['ROLE_REQUIRED'],
  }),
  worstPasswords: endpoint({
    method: 'GET',
    path: '/api/kpi/worses_password',
    summary: 'The five weakest passwords that the caller may read, weakest first.',
    access: 'signed-in',
    reply: Type.Array(
      Type.Object({ id: Id, name: Type.String(), chest_id: Id, folder_id: Nullable(Id), level: Level }),
    ),
  }),
  indicators: endpoint({
    method: 'GET',
    path: '/api/kpi/various_kpi',
    summary: 'The twelve indicators of the company, each with its value of 30 days ago.',
    access: { permission: 'seeCompanyFigures' },
    reply: Type.Array(
      Type.Object({
        indicator: Type.Enum(indicatorNames),
        /** The French name. */
        name: Type.String(),
        value: Type.Number({ minimum: 0 }),
        /** The stored value of 30 days ago, or the latest before it, with its day; null without one. */
        before: Nullable(Type.Object({ days: Day, value: Type.Number({ minimum: 0 }) })),
        /** The chests left out of this value because their content cannot be unsealed. */
        unreadableChests: Count,
      }),
    ),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/kpi/health',
    summary: "The concerns about the caller's passwords, and about those that the caller may change.",
    access: 'signed-in',
    reply: Type.Object({
      readable: Concerns,
      /** Of these, those that the caller may change. `concerned` counts each password once. */
      changeable: Type.Object({ ...Concerns.properties, concerned: Count }),
      /** Guardian chests that the caller may read and that the request does not unlock: in no figure. */
      lockedChests: Count,
      /** Chests that the caller may read and whose content cannot be unsealed: in no figure. */
      unreadableChests: Count,
    }),
  }),
  passwords: endpoint({
    method: 'GET',
    path: '/api/kpi/password',
    summary: 'A page of the passwords that the caller may read, by strength, concern or chest.',
    access: 'signed-in',
    query: Body({
      ...Page,
      level: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      concern: Type.Optional(Type.Enum(concerns)),
      /** Only what the caller may change. Without `concern` and `level`, only passwords with a concern. */
      changeable: Type.Optional(Type.Boolean()),
      chestId: Type.Optional(Id),
      sort: Type.Optional(Type.Enum(['chest', 'strength', 'age'])),
      order: Direction,
    }),
    reply: Type.Object({
      /** The chests with matching passwords, whatever `chestId`, by name. */
      chests: Type.Array(Type.Object({ ...Named.properties, nb: Count })),
      passwords: Type.Array(
        Type.Object({
          ...Listed,
          level: Level,
          changedAt: Moment,
          concerns: Type.Array(Type.Enum(concerns)),
          /** The number of equal passwords that the caller may read, including this one. */
          sharedBy: Type.Integer({ minimum: 1 }),
          mayChange: Type.Boolean(),
        }),
      ),
    }),
    paged: true,
  }),
  due: endpoint({
    method: 'GET',
    path: '/api/kpi/due',
    summary:
      'A page of what the caller may change and that is to be renewed within two weeks, earliest date first.',
    access: 'signed-in',
    query: Body(Page),
    reply: Type.Object({
      today: Day,
      /** How many are past their date, and how many will be within two weeks. */
      past: Count,
      soon: Count,
      /** How many more there are in guardian chests that the request does not unlock: their dates are no secrets. */
      locked: Count,
      items: Type.Array(Type.Object({ ...Listed, due: Day })),
    }),
    paged: true,
  }),
}

/** Rendered by the server with the component of the page. */
export const dashboardFragment = endpoint({
  method: 'GET',
  path: '/actions/dashboard/get_content',
  summary: "The dashboard of the caller's role, as HTML: its figures as tables.",
  access: 'signed-in',
  reply: Type.String(),
  produces: 'text/html',
})
