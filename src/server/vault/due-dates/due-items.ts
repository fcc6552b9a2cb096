import { sql, type Kysely } from 'kysely'
import { dayAfter } from '#domain/vault/due-dates.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf, rowsAsJson, rowsIn, unindexed } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { dueDayOfRow } from '#server/vault/contents/due-rules.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'

/** An item outside the trash that is to be renewed, and before which day, yyyy-mm-dd. */
export type DueItem = { readonly id: number; readonly chestId: number; readonly day: string }

const dated = prepared((db: Kysely<Tables>, params: Params<{ chests: string; until: string }>) =>
  rowsAsJson(
    db,
    ['id', 'chest_id', 'renew_before'],
    sql`select id, chest_id, renew_before from items
         where renew_before <= ${params('until')} and ${unindexed(db, sql.ref('deleted_at'))} is null
           and ${isAmong(db, unindexed(db, sql.ref('chest_id')), sql`${params('chests')}`)}`,
  ),
)

const ruled = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) =>
  db
    .selectFrom('chests as c')
    .select(['c.id', 'c.renew_days'])
    .where(isAmong(db, sql.ref('c.id'), sql`${params('chests')}`))
    .where((is) =>
      is.or([
        is('c.renew_days', 'is not', null),
        is.exists(
          is
            .selectFrom('folders as f')
            .select('f.id')
            .whereRef('f.chest_id', '=', 'c.id')
            .where('f.renew_days', 'is not', null)
            .where('f.deleted_at', 'is', null),
        ),
      ]),
    ),
)

const foldersOf = prepared((db: Kysely<Tables>, params: Params<{ chest: number }>) =>
  rowsAsJson(
    db,
    ['id', 'parent_id', 'renew_days'],
    sql`select id, parent_id, renew_days from folders where chest_id = ${params('chest')} and deleted_at is null`,
  ),
)

type After = { chest: number; before: number; at: number; id: number; most: number }

/** Items without a date of their own whose password was set before a time, oldest password first. */
const oldPasswords = prepared(
  (_db: Kysely<Tables>, params: Params<After>) => sql<{
    id: number
    folder_id: number | null
    password_at: number
  }>`
    select id, folder_id, password_at from items
     where chest_id = ${params('chest')} and password_at >= ${params('at')} and password_at < ${params('before')}
       and (password_at, id) > (${params('at')}, ${params('id')})
       and renew_before is null and deleted_at is null
     order by password_at, id limit ${params('most')}`,
)

/** Few enough that reading them does not delay other requests. */
const chunkRows = 500

/**
 * Returns the items of some chests that are to be renewed by a day: those with a date of their own, and those that a rule
 * covers. Neither needs the key of a chest.
 * @param until the last day, yyyy-mm-dd
 */
export async function dueItemsIn(
  db: Kysely<Tables>,
  chestIds: Iterable<number>,
  until: string,
): Promise<DueItem[]> {
  const yielder = createYielder()
  const chests = listOf(db, chestIds)
  const own = rowsIn<[number, number, string]>(await dated.first(db, { chests, until }))
  const found: DueItem[] = own.map(([id, chestId, day]) => ({ id, chestId, day }))
  for (const { id: chestId, renew_days: days } of await ruled.all(db, { chests }))
    found.push(...(await dueByRule(db, { chestId, days }, until, yielder)))
  return found
}

/** @param days the rule of the chest itself */
async function dueByRule(
  db: Kysely<Tables>,
  { chestId, days }: { readonly chestId: number; readonly days: number | null },
  until: string,
  yielder: Yielder,
): Promise<DueItem[]> {
  const rules = rulesOf(
    rowsIn<[number, number | null, number | null]>(await foldersOf.first(db, { chest: chestId })),
    days,
  )
  let shortest = Infinity
  for (const rule of rules.values()) if (rule !== null && rule < shortest) shortest = rule
  if (shortest === Infinity) return []
  const found: DueItem[] = []
  // Midnight in UTC, which is later than that of France.
  const before = Date.parse(dayAfter(until, 1 - shortest))
  let last = { password_at: Number.MIN_SAFE_INTEGER, id: 0 }
  for (;;) {
    const after = { at: last.password_at, id: last.id }
    const rows = await oldPasswords.all(db, { chest: chestId, before, ...after, most: chunkRows })
    for (const row of rows) {
      const day = dueDayOfRow({ ...row, renew_before: null }, rules.get(row.folder_id) ?? null)
      if (day !== null && day <= until) found.push({ id: row.id, chestId, day })
    }
    const next = rows.at(-1)
    if (next === undefined || rows.length < chunkRows) return found
    last = next
    const pause = yielder.step(chunkRows)
    if (pause) await pause
  }
}

/**
 * Returns the rule of each folder by its id, and that of the root under null: its own, else that of the nearest folder
 * above it, else the chest's.
 */
function rulesOf(
  folders: readonly (readonly [id: number, parentId: number | null, days: number | null])[],
  ofChest: number | null,
): ReadonlyMap<number | null, number | null> {
  const folderOf = new Map(folders.map((folder) => [folder[0], folder]))
  const rules = new Map<number | null, number | null>([[null, ofChest]])
  // Levels are bounded, and rows of a cycle do not exist.
  const ruleOf = (id: number | null): number | null => {
    const known = rules.get(id)
    if (known !== undefined) return known
    const [, parentId, days] = folderOf.get(id ?? 0) ?? [id, null, null]
    const rule = days ?? ruleOf(parentId)
    rules.set(id, rule)
    return rule
  }
  for (const [id] of folders) ruleOf(id)
  return rules
}
