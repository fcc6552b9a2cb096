import { sql, type Kysely, type Transaction } from 'kysely'
import type { alerts as calls } from '#contract/office/alerts.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { alertKinds } from '#domain/platform/alert-kinds.ts'
import { journalOfAlert } from '#domain/platform/alert-place.ts'
import { alertLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates } from '#domain/platform/roles.ts'
import { alertTexts } from '#texts/office/alerts.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import type { Handlers } from '#server/access/handler.ts'
import { callerNow, requirePermission, seenAmong } from '#server/access/members.ts'
import type { Caller } from '#server/access/session.ts'
import { lockAlerts } from '#server/platform/alerts/raise.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { countOpen, readAlerts, type SeenAlert } from './sight.ts'

type Alert = ReplyOf<typeof calls.list>['alerts'][number]
type AlertDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>

const momentOf = (at: number): string => new Date(at).toISOString()
const always = sql<boolean>`1 = 1`

/** The handlers of alerts. */
export const alertHandlers = ({ db, clock, journal }: AlertDeps): Handlers<typeof calls> => ({
  list: async ({ actor, query }) => {
    const { state = 'open', before = Number.MAX_SAFE_INTEGER, limit = alertLimits.defaultPage } = query
    const isOpen = state === 'open' ? sql<boolean>`a.seen_at is null` : always
    const found = await readAlerts(db, actor, sql<boolean>`${isOpen} and a.id < ${before}`, limit + 1)
    const page = found.slice(0, limit)
    return {
      alerts: await described(db, actor, page),
      next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },

  count: async ({ actor }) => ({ open: await countOpen(db, actor) }),

  see: ({ actor, origin, params: { id } }) =>
    db.transaction().execute(async (tx) => {
      await lockAlerts(tx)
      await requirePermission(tx, actor, 'openAdministration', 'ROLE_REQUIRED')
      const caller = await callerNow(tx, actor)
      const [alert] = await readAlerts(tx, caller, sql<boolean>`a.id = ${id}`, 1)
      if (!alert) throw new Refusal('ALERT_NOT_FOUND')
      const done = { message: alertTexts.seen }
      if (alert.seenAt !== null) return done
      if (alert.person?.id === actor.id && (await hasOtherChief(tx, actor.id))) throw new Refusal('ALERT_OWN')
      await tx
        .updateTable('alerts')
        .set({ seen_at: clock(), seen_by: actor.id, to_mail: 0 })
        .where('id', '=', id)
        .execute()
      await journal.record(tx, actor, origin, {
        action: 'alert.seen',
        ...(alert.chest && { chest: alert.chest.id }),
        objects: { alert: id, kind: alert.kind, ...(alert.person && { user: alert.person.id }) },
      })
      return done
    }),
})

async function described(db: Kysely<Tables>, actor: Caller, alerts: readonly SeenAlert[]): Promise<Alert[]> {
  const by = new Set(alerts.flatMap(({ seenBy }) => (seenBy === null ? [] : [seenBy])))
  const names = await namesOf(db, by.size === 0 ? by : await seenAmong(db, actor, 'user', by))
  const isOwn = ({ person }: SeenAlert): boolean => person?.id === actor.id
  const mayMarkOwn = alerts.some(isOwn) && !(await hasOtherChief(db, actor.id))
  return alerts.map((alert) => {
    const { seenAt, seenBy, firstAt, lastAt, person, chest, ...rest } = alert
    return {
      ...rest,
      person,
      chest,
      severity: alertKinds[alert.kind].severity,
      firstAt: momentOf(firstAt),
      lastAt: momentOf(lastAt),
      seen: seenAt === null ? null : { at: momentOf(seenAt), by: names.get(seenBy ?? 0) ?? null },
      mayMark: seenAt === null && (!isOwn(alert) || mayMarkOwn),
      journal: journalAddress(alert),
    }
  })
}

/** Returns the address of the journal that shows the entries of an alert. */
export const journalAddress = ({ kind, person, chest, firstAt, lastAt }: SeenAlert): string =>
  journalOfAlert(
    { kind, person: person?.id ?? null, chest: chest?.id ?? null },
    { from: dayInFrance(firstAt), to: dayInFrance(lastAt) },
  )

async function namesOf(db: Kysely<Tables>, ids: ReadonlySet<number>): Promise<Map<number, string>> {
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'last_name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim() || row.login]))
}

/** Whether somebody else could mark an alert about this person. */
async function hasOtherChief(db: Kysely<Tables> | Transaction<Tables>, id: number): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ROLE_SUPER_ADMINISTRATOR')
    .where('state_id', '=', userStates.active)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
