import { sql, type Kysely } from 'kysely'
import type { dashboard } from '#contract/office/dashboard.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { dayNumberOf, dayOfNumber, daysUpTo } from '#domain/platform/days.ts'
import { figureDays } from '#domain/vault/figures.ts'
import type { Scope } from '#server/access/listed.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isAttachedIn } from './company-rows.ts'

type Visits = ReplyOf<(typeof dashboard)['visits']>
type Totals = ReplyOf<(typeof dashboard)['totalUsers']>
type DayRow = { day: number; nb: number }

const dayMs = sql.lit(24 * 60 * 60 * 1000)

/** Sign-ins per day by the users of a scope over the last 30 days. */
export async function visitsIn(db: Kysely<Tables>, scope: Scope, now: number): Promise<Visits> {
  const first = dayNumberOf(now) - figureDays.visits + 1
  const { rows } = await sql<DayRow>`
    select n.day, sum(n.nb) as nb from daily_counts n
     where n.kind = 'visit' and n.day >= ${first} and ${isAttachedIn(db, 'user', scope, sql`n.of_id`)}
     group by n.day`.execute(db)
  const counts = new Map(rows.map(({ day, nb }) => [dayOfNumber(day), Number(nb)]))
  return daysUpTo(now, figureDays.visits).map((days) => ({ days, nb: counts.get(days) ?? 0 }))
}

/**
 * The number of users at the end of each of the last 365 days. Deleted users are attached to no bank, and
 * count only for the whole installation.
 */
export async function totalsIn(db: Kysely<Tables>, scope: Scope, now: number): Promise<Totals> {
  const changes = async (moment: 'created_at' | 'deleted_at'): Promise<DayRow[]> => {
    const at = sql.ref(`u.${moment}`)
    const { rows } = await sql<DayRow>`
      select ${at} / ${dayMs} as day, count(*) as nb from users u
       where ${at} is not null and ${isAttachedIn(db, 'user', scope, sql`u.id`)} group by ${at} / ${dayMs}`.execute(
      db,
    )
    return rows
  }
  const [created, deleted] = await Promise.all([changes('created_at'), changes('deleted_at')])
  const first = dayNumberOf(now) - figureDays.totals + 1
  const growth = new Map<string, number>()
  for (const [rows, sign] of [
    [created, 1],
    [deleted, -1],
  ] as const) {
    for (const { day, nb } of rows) {
      // Changes before the first day are counted on it.
      const on = dayOfNumber(Math.max(day, first))
      growth.set(on, (growth.get(on) ?? 0) + sign * Number(nb))
    }
  }
  let total = 0
  return daysUpTo(now, figureDays.totals).map((days) => {
    total += growth.get(days) ?? 0
    return { days, cumuluser: total }
  })
}
