import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from './chest-writing.ts'
import { heightOf, levelUnder, lineage, requireLevel } from './folder-tree.ts'
import { rewrapForMove } from './sealing.ts'

/** The parts of an element's row needed to move it: its key and its folder (null: the root). */
export type Movable = {
  readonly id: number
  readonly wrapped_key: Uint8Array
  readonly parent: number | null
}

type Move = { id: number; to: number | null; key: Sealed; revision: number; at: number }

const updates = {
  items: prepared((db: Kysely<Tables>, params: Params<Move>) =>
    db
      .updateTable('items')
      .set({ folder_id: params('to'), wrapped_key: params('key') })
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .set({ chest_revision: params('revision'), updated_at: params('at') })
      .where('id', '=', params('id')),
  ),
  folders: prepared((db: Kysely<Tables>, params: Params<Move>) =>
    db
      .updateTable('folders')
      .set({ parent_id: params('to'), wrapped_key: params('key') })
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .set({ chest_revision: params('revision'), updated_at: params('at') })
      .where('id', '=', params('id')),
  ),
}

/**
 * Moves elements to another folder of their chest, or to its root, and rewraps each key for its new place.
 * The caller has checked that the target exists and may receive them.
 *
 * @throws Refusal ALREADY_THERE when one of them is already there
 */
export async function moveElements(
  writing: ChestWriting,
  table: 'items' | 'folders',
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
