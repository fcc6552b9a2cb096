import { sql, type Kysely } from 'kysely'
import { dueDayOf, dueRuleLimits } from '#domain/vault/due-dates.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import { patternMismatch } from '#server/platform/http/patterns.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { invalidField } from './values.ts'

/** The rule of renewal for a place, and the folder that has it; null: the chest. */
export type DueRule = { readonly days: number; readonly folderId: number | null }

const rules = prepared(
  (_db: Kysely<Tables>, params: Params<{ chest: number; folder: number }>) => sql<{
    folder_id: number | null
    days: number
  }>`
    with recursive up (id, parent_id, renew_days, step) as (
      select f.id, f.parent_id, f.renew_days, 1 from folders f
       where f.id = ${params('folder')} and f.chest_id = ${params('chest')}
      union all
      select f.id, f.parent_id, f.renew_days, up.step + 1 from up join folders f on f.id = up.parent_id
       where up.renew_days is null and up.step < 1000
    )
    select c.renew_days as days, null as folder_id from chests c
     where c.id = ${params('chest')} and c.renew_days is not null
    union all
    select up.renew_days, up.id from up where up.renew_days is not null`,
)

/** Returns the rule for the content of a folder (null: the root): that of the nearest folder, else the chest's. */
export async function dueRuleFor(
  db: Kysely<Tables>,
  chestId: number,
  folderId: number | null,
): Promise<DueRule | null> {
  const found = await rules.all(db, { chest: chestId, folder: folderId ?? 0 })
  const row = found.find((one) => one.folder_id !== null) ?? found[0]
  return row ? { days: row.days, folderId: row.folder_id } : null
}

/** The columns of an item that decide when it is due. */
type DueColumns = { readonly renew_before: string | null; readonly password_at: number | null }

/** Returns the day before which an item is to be renewed; null if there is none. */
export const dueDayOfRow = (row: DueColumns, ruleDays: number | null): string | null =>
  dueDayOf({
    own: row.renew_before,
    passwordDay: row.password_at === null || ruleDays === null ? null : dayInFrance(row.password_at),
    ruleDays,
  })

const ownDates = prepared((db: Kysely<Tables>, params: Params<{ chest: number; ids: string }>) =>
  db
    .selectFrom('items')
    .select(['id', 'renew_before'])
    .where('chest_id', '=', params('chest'))
    .where('renew_before', 'is not', null)
    .where(isAmong(db, sql.ref('id'), sql`${params('ids')}`)),
)

const passwordDates = prepared((db: Kysely<Tables>, params: Params<{ ids: string }>) =>
  db
    .selectFrom('items')
    .select(['id', 'password_at'])
    .where(isAmong(db, sql.ref('id'), sql`${params('ids')}`)),
)

/** Returns the day before which each of some items of one folder (null: the root) is to be renewed, by id, for those that are. */
export async function dueDaysIn(
  db: Kysely<Tables>,
  chestId: number,
  folderId: number | null,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  if (itemIds.length === 0) return new Map()
  const ids = listOf(db, itemIds)
  const [rule, dated] = await Promise.all([
    dueRuleFor(db, chestId, folderId),
    ownDates.all(db, { chest: chestId, ids }),
  ])
  const rows = rule ? await passwordDates.all(db, { ids }) : []
  const ruled = rows.map(
    (row) => [row.id, dueDayOfRow({ ...row, renew_before: null }, rule?.days ?? null)] as const,
  )
  // An item's own date wins over the rule.
  return new Map([...ruled, ...dated.map((row) => [row.id, row.renew_before] as const)])
}

/**
 * Returns the days of a rule as given; null, as an empty text, is none.
 * @throws Refusal INVALID_REQUEST for what is no number, PATTERN_MISMATCH for one beyond the limits
 */
export function readRuleDays(value: unknown, at: string): number | null {
  if (value === null || value === '') return null
  const days = typeof value === 'string' && /^[0-9]{1,6}$/.test(value) ? Number(value) : value
  if (typeof days !== 'number' || !Number.isInteger(days)) throw invalidField(at, 'type')
  if (days < dueRuleLimits.minimum || days > dueRuleLimits.maximum) throw patternMismatch(at)
  return days
}
