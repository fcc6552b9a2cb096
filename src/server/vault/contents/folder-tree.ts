import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The deepest level of nested folders: deeper than people need, shallow enough for recursion. */
export const deepestLevel = 64

type Inside = { id: number; chest: number }

const ancestors = prepared(
  (_db: Kysely<Tables>, params: Params<Inside>) => sql<{ id: number }>`
    with recursive up (id, parent_id, step) as (
      select f.id, f.parent_id, 1 from folders f
       where f.id = ${params('id')} and f.chest_id = ${params('chest')} and f.deleted_at is null
      union all
      select f.id, f.parent_id, up.step + 1 from up join folders f on f.id = up.parent_id
       where up.step < 1000
    ) select id from up order by step`,
)

/**
 * Returns the ids of a folder and its ancestors, itself first; their number is its level.
 * @throws Refusal FOLDER_NOT_FOUND when the chest has no such folder outside the trash
 */
export async function lineage(tx: Kysely<Tables>, chestId: number, folderId: number): Promise<number[]> {
  const rows = await ancestors.all(tx, { id: folderId, chest: chestId })
  if (rows.length === 0) throw new Refusal('FOLDER_NOT_FOUND')
  return rows.map((row) => row.id)
}

/** Returns the level of a new child of a folder (null: the root), from 1. @throws as `lineage` */
export const levelUnder = async (
  tx: Kysely<Tables>,
  chestId: number,
  folderId: number | null,
): Promise<number> => (folderId === null ? 1 : (await lineage(tx, chestId, folderId)).length + 1)

/** @throws Refusal FOLDER_TOO_DEEP when the lowest folder would be too deep */
export function requireLevel(lowest: number): void {
  if (lowest > deepestLevel) throw new Refusal('FOLDER_TOO_DEEP')
}

/**
 * Returns a query of the ids of a folder and its descendants outside the trash, for use in another statement.
 * A literal list of ids would make each statement a new one to compile and cache, and could exceed the
 * engine's limit. The plus keeps SQLite from using the index of `trash_id`, with which it would read every
 * undeleted folder for each folder.
 */
export const insideOf = (folderId: number) => sql`
  with recursive inside (id, step) as (
    select f.id, 1 from folders f where f.id = ${folderId} and f.trash_id is null
    union all
    select f.id, inside.step + 1 from inside join folders f on f.parent_id = inside.id
     where +f.trash_id is null and inside.step < 1000
  ) select id from inside`

/**
 * Counts the levels of a folder and its descendants that share its state: outside the trash, or in one entry.
 */
export async function heightOf(
  tx: Transaction<Tables>,
  folderId: number,
  trashId: number | null,
): Promise<number> {
  const same = trashId === null ? sql`+f.trash_id is null` : sql`+f.trash_id = ${trashId}`
  const { rows } = await sql<{ height: number | null }>`
    with recursive down (id, step) as (
      select f.id, 1 from folders f where f.id = ${folderId} and ${same}
      union all
      select f.id, down.step + 1 from down join folders f on f.parent_id = down.id
       where ${same} and down.step < 1000
    ) select max(step) as height from down`.execute(tx)
  return rows[0]?.height ?? 0
}
