import type { Kysely } from 'kysely'
import type { DataKey } from '../crypto/data-key.ts'
import type { Tables } from '../database/tables.ts'
import type { Breather } from '../elements/breather.ts'
import { openMeta } from '../elements/sealing.ts'

export type TrashEntry = { id: number; element: 'folder' | 'item'; element_id: number }

/** An entry of a chest's trash, or undefined once it was restored or destroyed. */
export const entryById = (tx: Kysely<Tables>, chestId: number, id: number): Promise<TrashEntry | undefined> =>
  tx
    .selectFrom('trash_entries')
    .select(['id', 'element', 'element_id'])
    .where('id', '=', id)
    .where('chest_id', '=', chestId)
    .executeTakeFirst()

/** The trash of a chest, latest first, with the names that its elements had. */
export async function listEntries(
  { db, ck, breather }: { db: Kysely<Tables>; ck: DataKey; breather: Breather },
  chestId: number,
) {
  const [folders, items] = await Promise.all([
    rowsOf(db, 'folder', chestId)
      .innerJoin('folders as e', 'e.id', 't.element_id')
      .select(['e.id as elementId', 'e.wrapped_key', 'e.meta', 'e.meta_revision', 'e.parent_id as parent'])
      .execute(),
    rowsOf(db, 'item', chestId)
      .innerJoin('items as e', 'e.id', 't.element_id')
      .select(['e.id as elementId', 'e.wrapped_key', 'e.meta', 'e.meta_revision', 'e.folder_id as parent'])
      .execute(),
  ])
  const rows = [...folders, ...items].toSorted((a, b) => b.deleted_at - a.deleted_at || b.id - a.id)
  const entries = []
  for (const row of rows) {
    const sealed = { ...row, id: row.elementId }
    entries.push({
      id: row.id,
      type: row.element,
      name: openMeta(ck, `${row.element}s`, sealed, chestId, row.parent).name,
      deletedAt: new Date(row.deleted_at).toISOString(),
      deletedBy: row.login,
    })
    const pause = breather.step()
    if (pause) await pause
  }
  return entries
}

const rowsOf = (db: Kysely<Tables>, element: 'folder' | 'item', chestId: number) =>
  db
    .selectFrom('trash_entries as t')
    .innerJoin('users as u', 'u.id', 't.deleted_by')
    .select(['t.id', 't.element', 't.deleted_at', 'u.login'])
    .where('t.chest_id', '=', chestId)
    .where('t.element', '=', element)
