import { sql, type Kysely } from 'kysely'
import { retentionLimits } from '#domain/platform/limits.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { unsealRowMeta } from '#server/vault/contents/sealing.ts'

export type TrashEntry = { id: number; element: 'folder' | 'item'; element_id: number }
type Holds = { items: number; folders: number }

/** Returns the trash entries of a chest with these ids; restored or destroyed ones are missing. */
export const entriesById = (
  tx: Kysely<Tables>,
  chestId: number,
  ids: readonly number[],
): Promise<TrashEntry[]> =>
  tx
    .selectFrom('trash_entries')
    .select(['id', 'element', 'element_id'])
    .where(isAmong(tx, sql.ref('id'), sql`${listOf(tx, ids)}`))
    .where('chest_id', '=', chestId)
    .execute()

/** Returns the first `limit` entries of a chest's trash, up to the id `lastId`. */
export const entriesUpTo = (
  tx: Kysely<Tables>,
  chestId: number,
  lastId: number,
  limit: number,
): Promise<TrashEntry[]> =>
  tx
    .selectFrom('trash_entries')
    .select(['id', 'element', 'element_id'])
    .where('chest_id', '=', chestId)
    .where('id', '<=', lastId)
    .orderBy('id')
    .limit(limit)
    .execute()

export type PageOfTrash = { chestId: number; older?: boolean; offset: number; limit: number; now: number }

/** Returns one page of a chest's trash, latest first, with the names of its elements, and the total count. */
export async function pageOfEntries(
  { db, ck }: { db: Kysely<Tables>; ck: DataKey },
  { chestId, older, offset, limit, now }: PageOfTrash,
) {
  const cut = now - retentionLimits.recentTrashMs
  const entries = db
    .selectFrom('trash_entries as t')
    .where('t.chest_id', '=', chestId)
    .$if(older !== undefined, (query) => query.where('t.deleted_at', older ? '<' : '>=', cut))
  const [{ total }, rows] = await Promise.all([
    entries.select((column) => column.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    entries
      .innerJoin('users as u', 'u.id', 't.deleted_by')
      .leftJoin('folders as f', (join) =>
        join.onRef('f.id', '=', 't.element_id').on('t.element', '=', 'folder'),
      )
      .leftJoin('items as i', (join) => join.onRef('i.id', '=', 't.element_id').on('t.element', '=', 'item'))
      .select(['t.id', 't.element', 't.element_id', 't.deleted_at', 'u.login'])
      .select(['f.parent_id', 'i.folder_id'])
      .select((column) => [
        column.fn.coalesce('f.wrapped_key', 'i.wrapped_key').as('wrapped_key'),
        column.fn.coalesce('f.meta', 'i.meta').as('meta'),
        column.fn.coalesce('f.meta_revision', 'i.meta_revision').as('meta_revision'),
      ])
      .orderBy('t.deleted_at', 'desc')
      .orderBy('t.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
  ])
  const holds = await holdsOf(db, rows)
  return {
    total: Number(total),
    entries: rows.map((row) => {
      const { wrapped_key, meta, meta_revision, element } = row
      if (wrapped_key === null || meta === null || meta_revision === null)
        throw new Error(`trash entry ${row.id} has no element`)
      const sealed = { id: row.element_id, wrapped_key, meta, meta_revision }
      const parent = element === 'folder' ? row.parent_id : row.folder_id
      return {
        id: row.id,
        type: element,
        name: unsealRowMeta(ck, `${element}s`, sealed, chestId, parent).name,
        deletedAt: new Date(row.deleted_at).toISOString(),
        deletedBy: row.login,
        holds: holds.get(row.id) ?? { items: 0, folders: 0 },
      }
    }),
  }
}

/** Counts the elements that were trashed with each folder among these entries. */
async function holdsOf(db: Kysely<Tables>, entries: readonly TrashEntry[]): Promise<Map<number, Holds>> {
  const held = entries.filter(({ element }) => element === 'folder').map(({ id }) => id)
  if (held.length === 0) return new Map()
  const countsIn = (table: 'items' | 'folders') =>
    db
      .selectFrom(table)
      .select(({ fn }) => ['trash_id', fn.countAll<number>().as('count')])
      .where(isAmong(db, sql.ref('trash_id'), sql`${listOf(db, held)}`))
      .groupBy('trash_id')
      .execute()
  const [items, folders] = await Promise.all([countsIn('items'), countsIn('folders')])
  const countOf = (counts: typeof items, id: number) =>
    Number(counts.find(({ trash_id }) => trash_id === id)?.count ?? 0)
  // The folder itself is among the folders of its entry.
  return new Map(held.map((id) => [id, { items: countOf(items, id), folders: countOf(folders, id) - 1 }]))
}

/** Counts the elements in a chest's trash, inside folders too, and returns the latest entry. */
export async function summaryOf(
  db: Kysely<Tables>,
  chestId: number,
): Promise<Holds & { lastId: number | null }> {
  const countIn = async (table: 'items' | 'folders') => {
    const { rows } = await sql<{ count: number }>`select count(*) as count
      from trash_entries t join ${sql.table(table)} e on e.trash_id = t.id where t.chest_id = ${chestId}`.execute(
      db,
    )
    return Number(rows[0]?.count ?? 0)
  }
  const last = db
    .selectFrom('trash_entries')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('chest_id', '=', chestId)
    .executeTakeFirst()
  const [items, folders, latest] = await Promise.all([countIn('items'), countIn('folders'), last])
  const id: number | null = latest?.id ?? null
  return { items, folders, lastId: id }
}
