import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from './chest-writing.ts'
import { heightOf, levelUnder, lineage, requireLevel } from './folder-tree.ts'
import { movedKey } from './sealing.ts'

/** What moving needs of an element's row: its key, and the folder it stands in (null: the root). */
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
 * Hangs elements under another folder of their chest, or at its root, each key wrapped for its new place.
 * That the target exists and may take them, the caller has checked.
 *
 * @throws Refusal ALREADY_THERE when one of them stands there
 */
export async function hang(
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
      updates[table].run(tx, { id: row.id, to, key: movedKey(ck, table, row, row.parent, to), revision, at }),
    ),
  )
}

/**
 * Whether a folder (null: the root) can take these folders.
 * @throws Refusal FOLDER_NOT_FOUND without such a folder, FOLDER_CYCLE when it is one of them or stands under one,
 *   FOLDER_TOO_DEEP when the lowest of what they hold would
 */
export async function requireRoom(
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
