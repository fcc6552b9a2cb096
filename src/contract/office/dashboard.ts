import { concerns, indicatorNames, passwordLevels } from '#domain/vault/figures.ts'
import { Type } from '#contract/platform/schema.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Direction, Id, Moment, Named, Nullable, Page } from '#contract/platform/fields.ts'

/** `YYYY-MM-DD`, in UTC. */
const Day = Type.String({ format: 'date' })
const Count = Type.Integer({ minimum: 0 })
const Level = Type.Enum(passwordLevels)

/** Passwords and how many of them have each concern; one password may have several. */
const Concerns = Type.Object({ passwords: Count, weak: Count, reused: Count, old: Count })

/**
 * The figures of the dashboard. Figures of the caller count what the caller may read at this moment; those of the
 * company count what hangs on the caller's banks (everything for a super administrator), and are numbers only.
 * Guardian chests that the request does not open stand outside every figure.
 */
export const dashboard = {
  visits: endpoint({
    method: 'GET',
    path: '/api/kpi/visit',
    summary: 'Completed sign-ins of each of the last 30 days, today included.',
    access: { permission: 'seeConnections' },
    reply: Type.Array(Type.Object({ days: Day, nb: Count })),
    refusals: [],
  }),
  totalUsers: endpoint({
    method: 'GET',
    path: '/api/kpi/totalUsers',
    summary: 'How many users there were on each day of the last twelve months.',
    access: { permission: 'seeConnections' },
    reply: Type.Array(Type.Object({ days: Day, cumuluser: Count })),
    refusals: [],
  }),
  passwordStrength: endpoint({
    method: 'GET',
    path: '/api/kpi/password_strength',
    summary:
      "Passwords by strength, weakest first, only levels that have any: the caller's, or with is_manager those of the company.",
    /** With `is_manager`, the handler asks for the permission `seeCompanyFigures` as well. */
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
    refusals: [],
  }),
  indicators: endpoint({
    method: 'GET',
    path: '/api/kpi/various_kpi',
    summary: 'The twelve indicators of the company, each with its value of 30 days ago.',
    access: { permission: 'seeCompanyFigures' },
    reply: Type.Array(
      Type.Object({
        indicator: Type.Enum(indicatorNames),
        /** In French, as the page shows it. */
        name: Type.String(),
        value: Type.Number({ minimum: 0 }),
        /** The value kept nearest to 30 days ago, not older, and its day; null until one is kept. */
        before: Nullable(Type.Object({ days: Day, value: Type.Number({ minimum: 0 }) })),
        /** Chests that this value leaves out because their content does not open. */
        unreadableChests: Count,
      }),
    ),
    refusals: [],
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/kpi/health',
    summary: "The concerns about the caller's passwords, and about those that the caller may change.",
    access: 'signed-in',
    reply: Type.Object({
      readable: Concerns,
      /** Of those, what the caller may change. `concerned` counts each password once. */
      changeable: Type.Object({ ...Concerns.properties, concerned: Count }),
      /** Guardian chests that the caller may read and that the request does not open: outside every figure. */
      lockedChests: Count,
      /** Chests that the caller may read and whose content does not open: outside every figure as well. */
      unreadableChests: Count,
    }),
    refusals: [],
  }),
  passwords: endpoint({
    method: 'GET',
    path: '/api/kpi/password',
    summary: 'A page of the passwords that the caller may read, by strength, concern or chest.',
    access: 'signed-in',
    query: Body({
      ...Page,
      /** 1 to 5. */
      level: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      concern: Type.Optional(Type.Enum(concerns)),
      /** Only what the caller may change; without `concern` and `level`, only what has a concern. */
      changeable: Type.Optional(Type.Boolean()),
      chestId: Type.Optional(Id),
      sort: Type.Optional(Type.Enum(['chest', 'strength', 'age'])),
      order: Direction,
    }),
    reply: Type.Object({
      /** The chests that hold matching passwords, whatever `chestId` says, by name. */
      chests: Type.Array(Type.Object({ ...Named.properties, nb: Count })),
      passwords: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          login: Type.String(),
          chest_id: Id,
          chest: Type.String(),
          folder_id: Nullable(Id),
          level: Level,
          changedAt: Moment,
          concerns: Type.Array(Type.Enum(concerns)),
          /** How many passwords that the caller may read are the same, itself included. */
          sharedBy: Type.Integer({ minimum: 1 }),
          mayChange: Type.Boolean(),
        }),
      ),
    }),
    paged: true,
    refusals: [],
  }),
}

/** Rendered on the server from the component that the page itself shows. */
export const dashboardFragment = endpoint({
  method: 'GET',
  path: '/actions/dashboard/get_content',
  summary: "The dashboard of the caller's role, as HTML: its figures as tables.",
  access: 'signed-in',
  reply: Type.String(),
  produces: 'text/html',
  refusals: [],
})
