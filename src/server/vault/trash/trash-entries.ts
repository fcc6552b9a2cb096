import { sql, type Kysely } from 'kysely'
import { historyActionOf } from '#domain/vault/history.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { insideOf } from '#server/vault/contents/folder-tree.ts'
import type { ElementKind } from '#server/vault/contents/history.ts'
import { inParts } from '#server/vault/contents/yielder.ts'
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

/**
 * Moves items to the trash, with an entry for each; the caller records it in the journal.
 * @throws Refusal ITEM_NOT_FOUND when one of them is not in the chest, or in its trash
 */
export async function trashItems(
  writing: ChestWriting,
  by: InChest,
  ids: readonly number[],
): Promise<Trashed[]> {
  const { tx, chestId, chestRevision, now } = writing
  const { id: user, login: name } = by.actor
  const done: Trashed[] = []
  await inParts(ids, rowsAtOnce, async (part) => {
    const entries = await insertEntries.all(tx, { ids: listOf(tx, part), chest: chestId, user, at: now })
    if (entries.length < part.length) throw new Refusal('ITEM_NOT_FOUND')
    const trash = listOf(
      tx,
      entries.map(({ id }) => id),
    )
    await markItems.run(tx, { trash, revision: chestRevision, at: now })
    await recordItems.run(tx, { trash, user, name, at: now })
    for (const { id, element_id } of entries) done.push({ element: 'item', id: element_id, trashId: id })
  })
  return done
}

/**
 * Moves a folder with its content to the trash as one entry; the caller records it in the journal. Elements that were
 * already in the trash keep their entry. @throws Refusal FOLDER_NOT_FOUND
 */
export async function trashFolder(writing: ChestWriting, by: InChest, id: number): Promise<Trashed> {
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

/** Rows of a statement: some milliseconds on either engine, before other requests have their turn. */
const rowsAtOnce = 50

type NewEntries = { ids: string; chest: number; user: number; at: number }
const insertEntries = prepared(
  (db: Kysely<Tables>, params: Params<NewEntries>) => sql<{ id: number; element_id: number }>`
    insert into trash_entries (chest_id, element, element_id, deleted_by, deleted_at)
    select chest_id, 'item', id, ${params('user')}, ${params('at')} from items
     where chest_id = ${params('chest')} and deleted_at is null
       and ${isAmong(db, sql.ref('id'), sql`${params('ids')}`)}
    returning id, element_id`,
)

/** Marks the items of trash entries. */
const markItems = prepared(
  (db: Kysely<Tables>, params: Params<{ trash: string; revision: number; at: number }>) => sql`
    update items set deleted_at = ${params('at')}, trash_id = e.id, updated_at = ${params('at')},
      revision = items.revision + 1, chest_revision = ${params('revision')}
      from trash_entries as e
     where e.element_id = items.id and ${isAmong(db, sql.ref('e.id'), sql`${params('trash')}`)}`,
)

/** Adds the deletion to the history of the items of trash entries. */
const recordItems = prepared(
  (db: Kysely<Tables>, params: Params<{ trash: string; user: number; name: string; at: number }>) => sql`
    insert into history (chest_id, element, element_id, action, param_name, user_id, user_name, created_at)
    select chest_id, element, element_id, ${sql.lit(historyActionOf.deletion)}, null, ${params('user')},
           ${params('name')}, ${params('at')}
      from trash_entries where ${isAmong(db, sql.ref('id'), sql`${params('trash')}`)} order by id`,
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
