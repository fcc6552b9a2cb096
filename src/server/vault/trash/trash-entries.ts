import { sql, type Kysely } from 'kysely'
import { historyActionOf } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { insideOf } from '#server/vault/contents/folder-tree.ts'
import { recordHistory, type ElementKind } from '#server/vault/contents/history.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type TrashDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys'>
type Element = { element: ElementKind; id: number }
type Trashed = Element & { trashId: number }

/** Moves an element to the trash as one entry, a folder with its whole content. */
export const trashElement = (deps: TrashDeps, { element, id, ...by }: InChest & Element) =>
  inChest(deps, by.chest, async (writing) => {
    const done =
      element === 'item' ? await trashItems(writing, by, [id]) : [await trashFolder(writing, by, id)]
    await recordAll(deps, writing, by, done)
    return { message: contentTexts.removed, trashId: done[0]?.trashId ?? 0 }
  })

/**
 * Moves several elements to the trash in one transaction, with an entry for each. A folder that was trashed
 * inside another selected folder shares that folder's entry.
 */
export const trashElements = (
  deps: TrashDeps,
  { items, folders, ...by }: InChest & { items: readonly number[]; folders: readonly number[] },
) =>
  inChest(deps, by.chest, async (writing) => {
    const done = await trashItems(writing, by, items)
    for (const id of folders) {
      if (!(await wentWith(writing, done, id))) done.push(await trashFolder(writing, by, id))
    }
    await recordAll(deps, writing, by, done)
    return { message: contentTexts.removed, trashIds: done.map(({ trashId }) => trashId) }
  })

/** @throws Refusal ITEM_NOT_FOUND when one of them is not in the chest, or in its trash */
async function trashItems(writing: ChestWriting, by: InChest, ids: readonly number[]): Promise<Trashed[]> {
  const { tx, chestId, chestRevision, now } = writing
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; element_id: number }>`
    insert into trash_entries (chest_id, element, element_id, deleted_by, deleted_at)
    select chest_id, 'item', id, ${by.actor.id}, ${now} from items
     where chest_id = ${chestId} and deleted_at is null and id in (${sql.join(ids)})
    returning id, element_id`.execute(tx)
  if (rows.length < ids.length) throw new Refusal('ITEM_NOT_FOUND')
  const at = { revision: chestRevision, at: now }
  await Promise.all(rows.map(({ id, element_id }) => markItem.run(tx, { ...at, trash: id, id: element_id })))
  await Promise.all(
    rows.map(({ element_id: id }) =>
      recordHistory(writing, by.actor, { element: 'item', id }, historyActionOf.deletion),
    ),
  )
  return rows.map(({ id, element_id }) => ({ element: 'item', id: element_id, trashId: id }))
}

/** Elements that were already in the trash keep their entry. @throws Refusal FOLDER_NOT_FOUND */
async function trashFolder(writing: ChestWriting, by: InChest, id: number): Promise<Trashed> {
  const { tx, chestId, now } = writing
  const found = await folderById(tx, chestId, id)
  if (!found) throw new Refusal('FOLDER_NOT_FOUND')
  const { id: trashId } = await tx
    .insertInto('trash_entries')
    .values({
      chest_id: chestId,
      element: 'folder',
      element_id: id,
      deleted_by: by.actor.id,
      deleted_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mark(writing, 'folders', trashId, sql`id in (${insideOf(id)})`)
  const gone = sql`select id from folders where trash_id = ${trashId}`
  await mark(writing, 'items', trashId, sql`+trash_id is null and folder_id in (${gone})`)
  await recordForEntry(writing, by.actor, trashId, 'deletion')
  return { element: 'folder', id, trashId }
}

/** Whether a folder was just trashed with one of these entries. */
async function wentWith(
  { tx, chestId }: ChestWriting,
  entries: readonly Trashed[],
  id: number,
): Promise<boolean> {
  if (entries.length === 0) return false
  const row = await tx
    .selectFrom('folders')
    .select('trash_id')
    .where('id', '=', id)
    .where('chest_id', '=', chestId)
    .executeTakeFirst()
  return entries.some(({ trashId }) => trashId === row?.trash_id)
}

const recordAll = (
  { journal }: TrashDeps,
  { tx, chestId }: ChestWriting,
  { actor, origin }: InChest,
  entries: readonly Trashed[],
) =>
  Promise.all(
    entries.map(({ element, id, trashId }) =>
      journal.record(tx, actor, origin, {
        chest: chestId,
        ...(element === 'item'
          ? { action: 'item.trashed', objects: { item: id, trash: trashId } }
          : { action: 'folder.trashed', objects: { folder: id, trash: trashId } }),
      }),
    ),
  )

type Mark = { id: number; trash: number; revision: number; at: number }
const markItem = prepared((db: Kysely<Tables>, params: Params<Mark>) =>
  db
    .updateTable('items')
    .set({ deleted_at: params('at'), trash_id: params('trash'), updated_at: params('at') })
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .set({ chest_revision: params('revision') })
    .where('id', '=', params('id')),
)

const mark = (
  { tx, chestRevision, now }: ChestWriting,
  table: 'folders' | 'items',
  trashId: number,
  which: ReturnType<typeof sql>,
) =>
  sql`update ${sql.table(table)} set deleted_at = ${now}, trash_id = ${trashId}, revision = revision + 1,
    chest_revision = ${chestRevision}, updated_at = ${now} where ${which}`.execute(tx)

/** Adds an event to the history of every element that shares a trash entry. */
export async function recordForEntry(
  { tx, now }: ChestWriting,
  actor: Actor,
  trashId: number,
  action: 'deletion' | 'restoration',
): Promise<void> {
  for (const element of ['folder', 'item'] as const) {
    await sql`insert into history (chest_id, element, element_id, action, param_name, user_id, user_name, created_at)
      select chest_id, ${sql.lit(element)}, id, ${sql.lit(historyActionOf[action])}, null,
             ${actor.id}, ${actor.login}, ${now}
        from ${sql.table(`${element}s`)} where trash_id = ${trashId}`.execute(tx)
  }
}
