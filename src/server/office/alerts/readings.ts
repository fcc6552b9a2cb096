import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { dayNumberOf } from '#domain/platform/days.ts'
import type { JournalAction } from '#domain/platform/journal-actions.ts'
import { alertLimits } from '#domain/platform/limits.ts'
import { raiseAlert } from '#server/platform/alerts/raise.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { engineOf, type Engine } from '#server/platform/database/engine.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { rangesIn } from '#server/platform/journal/id-ranges.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'

/**
 * The entries that tell that a secret of an item was read. Not the reports of browsers (`client.…`), which tell of the same
 * readings again, and not exports: each of them is an alert of its own, and would make many readings usual.
 */
const readingActions: ReadonlySet<string> = new Set<JournalAction>([
  'item.copied',
  'item.code.read',
  'item.otp.read',
  'item.field.read',
  'item.version.opened',
  'item.attachment.read',
  'copy.read',
])

const minuteMs = 60_000
const minuteOf = (at: number): number => Math.floor(at / minuteMs)

type Reading = { user: number; item: number; chest: number; minute: number }

/**
 * Counts the readings of some entries, and raises an alert where somebody read secrets of more different items in ten
 * minutes than the limit. Each person counts by items, not by entries: the code of one item is read every half minute.
 * @param fewest the limit of whoever usually reads little
 */
export async function watchReadings(
  tx: Transaction<Tables>,
  entries: readonly JournalRow[],
  fewest: number,
): Promise<number[]> {
  const found = entries.filter(
    ({ action, outcome, actor_id: actor, chest_id: chest }) =>
      readingActions.has(action) && outcome === 'done' && actor !== null && chest !== null,
  )
  const minutes = [...new Set(found.map(({ at }) => minuteOf(at)))].toSorted((one, other) => one - other)
  const raised: number[] = []
  for (const minute of minutes) {
    const ofMinute = found.filter(({ at }) => minuteOf(at) === minute)
    await keep(tx, ofMinute.flatMap(readingsOf))
    for (const counted of await countPeople(tx, ofMinute, minute)) {
      if (counted.total <= fewest) continue
      const rows = ofMinute.filter(({ actor_id: actor }) => actor === counted.person)
      const id = await raiseIfMany(tx, counted, rows, fewest)
      if (id !== null) raised.push(id)
    }
  }
  return raised
}

type Counted = {
  readonly person: number
  readonly day: number
  readonly total: number
  readonly byChest: ReadonlyMap<number, number>
}

/** Counts the items that the people of some entries read in the ten minutes up to theirs, and keeps their peaks. */
async function countPeople(
  tx: Transaction<Tables>,
  entries: readonly JournalRow[],
  minute: number,
): Promise<Counted[]> {
  const people = [...new Set(entries.flatMap(({ actor_id: actor }) => (actor === null ? [] : [actor])))]
  const counts = await countSince(tx, people, minute - alertLimits.readingMinutes)
  const day = dayNumberOf(minute * minuteMs)
  const counted = [...counts].map(([person, byChest]) => {
    const total = [...byChest.values()].reduce((sum, nb) => sum + nb, 0)
    return { person, day, total, byChest }
  })
  const rows = counted.map(({ person, total }) => [person, day, total])
  if (rows.length > 0) await raisePeaks.run(tx, { rows: JSON.stringify(rows) })
  return counted
}

async function raiseIfMany(
  tx: Transaction<Tables>,
  { person, day, total, byChest }: Counted,
  rows: readonly JournalRow[],
  fewest: number,
): Promise<number | null> {
  const floor = Math.max(fewest, alertLimits.timesUsual * (await usualOf(tx, person, day)))
  if (total <= floor) return null
  return raiseAlert(tx, {
    kind: 'many-readings',
    at: Math.max(...rows.map(({ at }) => at)),
    person,
    figure: total,
    rows: rows.map(({ seq }) => seq),
    readings: { floor, byChest },
  })
}

function readingsOf({ at, actor_id: user, chest_id: chest, item_id: item, objects }: JournalRow): Reading[] {
  if (user === null || chest === null) return []
  const reading = (one: number): Reading => ({ user, item: one, chest, minute: minuteOf(at) })
  if (item !== null) return [reading(item)]
  const { itemIds = [] } = JSON.parse(objects) as { itemIds?: readonly string[] }
  return itemIds
    .flatMap((range) => rangesIn(range))
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, place) => reading(from + place)))
}

/** The columns of a JSON list of lists of integers. */
const columnsOf: Record<Engine, (list: RawBuilder<unknown>, count: number) => RawBuilder<unknown>> = {
  sqlite: (list, count) => {
    const columns = Array.from({ length: count }, (_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`)
    return sql`select ${sql.join(columns)} from json_each(${list}) where true`
  },
  postgres: (list, count) => {
    const columns = Array.from({ length: count }, (_, at) => sql`(value ->> ${sql.lit(at)})::bigint`)
    return sql`select ${sql.join(columns)} from json_array_elements(${list}::json)`
  },
}

// One parameter for all rows: building a statement of hundreds of parameters takes longer than running it.
const keepAll = prepared(
  (
    db: Kysely<Tables>,
    params: Params<{ rows: string }>,
  ) => sql`insert into recent_readings (user_id, item_id, chest_id, minute)
    ${columnsOf[engineOf(db)](sql`${params('rows')}`, 4)}
    on conflict (user_id, item_id) do update set chest_id = excluded.chest_id, minute = excluded.minute
     where recent_readings.minute < excluded.minute`,
)
const raisePeaks = prepared(
  (
    db: Kysely<Tables>,
    params: Params<{ rows: string }>,
  ) => sql`insert into reading_peaks (user_id, day, nb) ${columnsOf[engineOf(db)](sql`${params('rows')}`, 3)}
    on conflict (user_id, day) do update set nb = excluded.nb where reading_peaks.nb < excluded.nb`,
)

async function keep(tx: Transaction<Tables>, readings: readonly Reading[]): Promise<void> {
  const each = new Map(readings.map((one) => [`${one.user} ${one.item}`, one]))
  const rows = [...each.values()].map(({ user, item, chest, minute }) => [user, item, chest, minute])
  if (rows.length > 0) await keepAll.run(tx, { rows: JSON.stringify(rows) })
}

/** Returns how many items some people have read since a minute, by person and chest. */
async function countSince(
  tx: Transaction<Tables>,
  people: readonly number[],
  minute: number,
): Promise<Map<number, Map<number, number>>> {
  const rows = await tx
    .selectFrom('recent_readings')
    .select((row) => ['user_id', 'chest_id', row.fn.countAll<number | string>().as('nb')])
    .where(isAmong(tx, sql.ref('user_id'), sql`${listOf(tx, people)}`))
    .where('minute', '>', minute)
    .groupBy(['user_id', 'chest_id'])
    .execute()
  const counts = new Map<number, Map<number, number>>()
  for (const { user_id: user, chest_id: chest, nb } of rows) {
    const byChest = counts.get(user) ?? new Map<number, number>()
    counts.set(user, byChest.set(chest, Number(nb)))
  }
  return counts
}

/**
 * Returns what is usual for a person in ten minutes: the median of the peaks of their days before this one, so that one
 * busy day changes little; 0 with fewer than five days.
 */
async function usualOf(tx: Transaction<Tables>, user: number, day: number): Promise<number> {
  const peaks = await tx
    .selectFrom('reading_peaks')
    .select('nb')
    .where('user_id', '=', user)
    .where('day', '<', day)
    .where('day', '>=', day - alertLimits.usualDays)
    .orderBy('nb')
    .execute()
  if (peaks.length < alertLimits.fewestDays) return 0
  return peaks[Math.floor((peaks.length - 1) / 2)]?.nb ?? 0
}
