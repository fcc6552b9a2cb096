import { sql, type Kysely, type RawBuilder } from 'kysely'
import { alertKindNames, alertKinds, type AlertKindName } from '#domain/platform/alert-kinds.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { isVisible } from '#server/access/scope.ts'
import type { Caller } from '#server/access/session.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** An alert as a reader sees it. */
export type SeenAlert = {
  readonly id: number
  readonly kind: AlertKindName
  readonly firstAt: number
  readonly lastAt: number
  readonly nb: number
  /** Readings: those in chests that the reader sees. */
  readonly figure: number
  readonly about: string | null
  readonly person: { readonly id: number; readonly login: string; readonly name: string } | null
  readonly chest: { readonly id: number; readonly name: string } | null
  readonly seenAt: number | null
  readonly seenBy: number | null
}

const scopedKinds = alertKindNames.filter((kind) => alertKinds[kind].to === 'scope')

/** How many readings of an alert (`a`) are in chests that a caller sees. */
const readingsSeen = (caller: Caller): RawBuilder<number> => sql`
  (select coalesce(sum(r.nb), 0) from alert_readings r join chests rc on rc.id = r.chest_id
    where r.alert_id = a.id and ${isVisible('chest', caller, sql.ref('rc.id'), sql.ref('rc.created_by'))})`

/**
 * Returns the condition that a caller sees an alert (`a`). Super administrators see all. An administrator sees one whose
 * person and chest are both in their scope; and many readings, if those in chests of their scope are many by themselves.
 */
function isSeen(caller: Caller): RawBuilder<boolean> {
  if (roleMay(caller.role, 'manageEverything')) return sql<boolean>`1 = 1`
  const isPersonSeen = isVisible('user', caller, sql.ref('u.id'), sql.ref('u.created_by'))
  const isChestSeen = isVisible('chest', caller, sql.ref('c.id'), sql.ref('c.created_by'))
  return sql<boolean>`(
    a.kind in (${sql.join(scopedKinds)})
    and (a.person_id = ${caller.id}
      or exists (select 1 from users u where u.id = a.person_id and ${isPersonSeen}))
    and (a.chest_id is null or exists (select 1 from chests c where c.id = a.chest_id and ${isChestSeen}))
    and (a.floor is null or ${readingsSeen(caller)} > a.floor))`
}

type Row = Omit<SeenAlert, 'person' | 'chest'> & {
  personId: number | null
  login: string | null
  firstName: string | null
  lastName: string | null
  chestId: number | null
  chestName: string | null
}

/**
 * Reads the alerts that a caller sees, latest first.
 * @param which further conditions on an alert (`a`)
 */
export async function readAlerts(
  db: Kysely<Tables>,
  caller: Caller,
  which: RawBuilder<boolean>,
  limit: number,
): Promise<SeenAlert[]> {
  const seesAll = roleMay(caller.role, 'manageEverything')
  const figure = seesAll
    ? sql.ref('a.figure')
    : sql`case when a.floor is null then a.figure else ${readingsSeen(caller)} end`
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.first_at as "firstAt", a.last_at as "lastAt", a.nb, ${figure} as figure, a.about,
           a.person_id as "personId", p.login, p.first_name as "firstName", p.last_name as "lastName",
           a.chest_id as "chestId", h.name as "chestName", a.seen_at as "seenAt", a.seen_by as "seenBy"
      from alerts a left join users p on p.id = a.person_id left join chests h on h.id = a.chest_id
     where ${which} and ${isSeen(caller)}
     order by a.id desc limit ${limit}`.execute(db)
  return rows.map(({ personId, login, firstName, lastName, chestId, chestName, ...row }) => ({
    ...row,
    figure: Number(row.figure),
    person:
      personId === null
        ? null
        : {
            id: personId,
            login: login ?? '',
            name: `${firstName ?? ''} ${lastName ?? ''}`.trim() || (login ?? ''),
          },
    chest: chestId === null ? null : { id: chestId, name: chestName ?? '' },
  }))
}

/** Returns how many alerts that a caller sees nobody has marked as seen. */
export async function countOpen(db: Kysely<Tables>, caller: Caller): Promise<number> {
  const { rows } = await sql<{ nb: number | string }>`
    select count(*) as nb from alerts a where a.seen_at is null and ${isSeen(caller)}`.execute(db)
  return Number(rows[0]?.nb ?? 0)
}
