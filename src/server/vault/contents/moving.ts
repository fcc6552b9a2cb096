import { sql, type Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from './chest-writing.ts'
import { heightOf, levelUnder, lineage, requireLevel } from './folder-tree.ts'
import type { ElementTable } from './places.ts'
import { rewrapForMove } from './sealing.ts'

/** The column that holds the folder of an element. */
export const parentColumn = { folders: 'parent_id', items: 'folder_id' } as const

/** The parts of an element's row needed to move it: its key and its folder (null: the root). */
export type Movable = {
  readonly id: number
  readonly wrapped_key: Uint8Array
  readonly parent: number | null
}

/** Selects the parts of rows that are needed to move them. */
export const movable = (db: Kysely<Tables>, table: ElementTable) =>
  db
    .selectFrom(table)
    .select(['id', 'wrapped_key'])
    .select(sql.ref<number | null>(parentColumn[table]).as('parent'))

/** Returns those of these elements that are in a chest and not in its trash. */
export const liveElements = (
  db: Kysely<Tables>,
  table: ElementTable,
  chestId: number,
  ids: readonly number[],
): Promise<Movable[]> =>
  movable(db, table)
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`))
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .execute()

type Move = { id: number; to: number | null; key: Sealed; revision: number; at: number }

const moveIn = (table: ElementTable) =>
  prepared(
    (_db: Kysely<Tables>, params: Params<Move>) => sql`
    update ${sql.table(table)} set ${sql.ref(parentColumn[table])} = ${params('to')},
           wrapped_key = ${params('key')}, revision = revision + 1,
           chest_revision = ${params('revision')}, updated_at = ${params('at')}
     where id = ${params('id')}`,
  )
const updates = { folders: moveIn('folders'), items: moveIn('items') }

/** Moves an element of the trash to the root of its chest, as its folder is there no more. */
export async function moveToRoot(writing: ChestWriting, table: ElementTable, row: Movable): Promise<void> {
  const wrapped = rewrapForMove(await writing.key(), table, row, row.parent, null)
  await sql`
    update ${sql.table(table)} set ${sql.ref(parentColumn[table])} = null, wrapped_key = ${wrapped},
           chest_revision = ${writing.chestRevision}
     where id = ${row.id}`.execute(writing.tx)
}

/**
 * Moves elements to another folder of their chest, or to its root, and rewraps each key for its new place.
 * The caller has checked that the target exists and may receive them.
 *
 * @throws Refusal ALREADY_THERE when one of them is already there
 */
export async function moveElements(
  writing: ChestWriting,
  table: ElementTable,
  rows: readonly Movable[],
  to: number | null,
): Promise<void> {
  if (rows.some(({ parent }) => parent === to)) throw new Refusal('ALREADY_THERE')
  if (rows.length === 0) return
  const { tx, chestRevision: revision, now: at } = writing
  const ck = await writing.key()
  await Promise.all(
    rows.map((row) =>
      updates[table].run(tx, {
        id: row.id,
        to,
        key: rewrapForMove(ck, table, row, row.parent, to),
        revision,
        at,
      }),
    ),
  )
}

/**
 * Checks that a folder (null: the root) may receive these folders.
 * @throws Refusal FOLDER_NOT_FOUND without such a folder, FOLDER_CYCLE when it is one of them or a descendant
 * of one, FOLDER_TOO_DEEP when the lowest of their content would be too deep
 */
export async function requireMoveTarget(
  { tx, chestId }: ChestWriting,
  folderIds: readonly number[],
  to: number | null,
): Promise<void> {
  const above = new Set(to === null ? [] : await lineage(tx, chestId, to))
  if (folderIds.some((id) => above.has(id))) throw new Refusal('FOLDER_CYCLE')
  if (folderIds.length === 0) return
  const heights = await Promise.all(folderIds.map((id) => heightOf(tx, id, null)))
  requireLevel((await levelUnder(tx, chestId, to)) + Math.max(...heights) - 1)
}
