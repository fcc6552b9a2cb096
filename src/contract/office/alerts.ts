import { alertKindNames } from '#domain/platform/alert-kinds.ts'
import { alertLimits } from '#domain/platform/limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Message, Moment, Named, Nullable } from '#contract/platform/fields.ts'
import { Type } from '#contract/platform/schema.ts'

const Count = Type.Integer({ minimum: 0 })

const Alert = Type.Object({
  id: Id,
  kind: Type.Enum([...alertKindNames]),
  severity: Type.Enum(['notice', 'alert']),
  firstAt: Moment,
  lastAt: Moment,
  /** How often it happened within the hour. */
  nb: Count,
  /** Readings in ten minutes, in chests that the caller sees; exported items. Else 0. */
  figure: Count,
  /** What tells it apart from others of its kind, such as a network. */
  about: Nullable(Type.String()),
  person: Nullable(Type.Object({ id: Id, login: Type.String(), name: Type.String() })),
  chest: Nullable(Named),
  /** When it was marked as seen, and by whom; without a name when the caller does not see that person. */
  seen: Nullable(Type.Object({ at: Moment, by: Nullable(Type.String()) })),
  /** Whether the caller may mark it: nobody marks an alert about themselves while another super administrator could. */
  mayMark: Type.Boolean(),
  /** The page of the journal that shows its entries. */
  journal: Type.String(),
})

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/api/alert/',
    summary:
      'Alerts, latest first: all for a super administrator; for an administrator those whose person and chest they see.',
    access: { permission: 'openAdministration' },
    query: Body({
      /** `open`, the default: those that nobody has marked as seen. */
      state: Type.Optional(Type.Enum(['open', 'all'])),
      /** The cursor: only alerts with a lower id. */
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: alertLimits.page })),
    }),
    reply: Type.Object({ alerts: Type.Array(Alert), next: Nullable(Id) }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/alert/count',
    summary: 'How many alerts that the caller sees nobody has marked as seen.',
    access: { permission: 'openAdministration' },
    reply: Type.Object({ open: Count }),
  }),
  see: endpoint({
    method: 'PATCH',
    path: '/api/alert/:id/seen',
    summary: 'Marks an alert as seen, for everybody; recorded, idempotent.',
    access: { permission: 'openAdministration' },
    params: IdParams,
    reply: Message,
    refusals: ['ALERT_NOT_FOUND', 'ALERT_OWN'],
  }),
} as const
