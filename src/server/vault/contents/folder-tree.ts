import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Folders within folders: deeper than people ever go, shallow enough for every recursion. */
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
 * A live folder of a chest and all that lead to it, itself first; its level is how many they are.
 * @throws Refusal FOLDER_NOT_FOUND when the chest has no such folder outside the trash
 */
export async function lineage(tx: Kysely<Tables>, chestId: number, folderId: number): Promise<number[]> {
  const rows = await ancestors.all(tx, { id: folderId, chest: chestId })
  if (rows.length === 0) throw new Refusal('FOLDER_NOT_FOUND')
  return rows.map((row) => row.id)
}

/** The level at which a new child of a folder (null: the root) would stand, from 1. @throws as `lineage` */
export const levelUnder = async (
  tx: Kysely<Tables>,
  chestId: number,
  folderId: number | null,
): Promise<number> => (folderId === null ? 1 : (await lineage(tx, chestId, folderId)).length + 1)

/** @throws Refusal FOLDER_TOO_DEEP when the lowest folder would stand too deep */
export function requireLevel(lowest: number): void {
  if (lowest > deepestLevel) throw new Refusal('FOLDER_TOO_DEEP')
}

/**
 * A folder outside the trash and all folders under it that are, as a query of ids for another statement: a list of
 * them in the text would make each statement a new one to compile and keep, and could be too long for the engine.
 * The plus keeps SQLite from the index of `trash_id`, by which it would read every live folder for each folder.
 */
export const insideOf = (folderId: number) => sql`
  with recursive inside (id, step) as (
    select f.id, 1 from folders f where f.id = ${folderId} and f.trash_id is null
    union all
    select f.id, inside.step + 1 from inside join folders f on f.parent_id = inside.id
     where +f.trash_id is null and inside.step < 1000
  ) select id from inside`

/** How many levels a folder and those under it take that share its state: outside the trash, or in the same entry. */
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
