import { sql } from 'kysely'
import { historyActionOf } from '#domain/history.ts'
import { Refusal } from '#domain/refusals.ts'
import { contentTexts } from '#texts/contents.ts'
import type { LocatedChest } from '../access/locate.ts'
import type { Actor } from '../access/session.ts'
import type { Deps } from '../deps.ts'
import { inChest, type ChestWriting } from '../elements/chest-writing.ts'
import { insideOf } from '../elements/folder-tree.ts'
import type { ElementKind } from '../elements/history.ts'
import type { RequestOrigin } from '../journal/journal.ts'

type TrashDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'journal'>
type Removal = { actor: Actor; chest: LocatedChest; origin: RequestOrigin; element: ElementKind; id: number }

const absent = { folder: 'FOLDER_NOT_FOUND', item: 'ITEM_NOT_FOUND' } as const

/**
 * Sends an element to the trash as one entry, a folder with all it holds. What was in the trash before keeps the
 * entry that it has.
 */
export const trashElement = (deps: TrashDeps, { actor, chest, origin, element, id }: Removal) =>
  inChest(deps, chest, async (writing) => {
    const { tx, chestId, now } = writing
    const found = await tx
      .selectFrom(`${element}s`)
      .select('id')
      .where('id', '=', id)
      .where('chest_id', '=', chestId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new Refusal(absent[element])
    const { id: trashId } = await tx
      .insertInto('trash_entries')
      .values({ chest_id: chestId, element, element_id: id, deleted_by: actor.id, deleted_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (element === 'item') await mark(writing, 'items', trashId, sql`id = ${id}`)
    else {
      await mark(writing, 'folders', trashId, sql`id in (${insideOf(id)})`)
      const gone = sql`select id from folders where trash_id = ${trashId}`
      await mark(writing, 'items', trashId, sql`+trash_id is null and folder_id in (${gone})`)
    }
    await recordForEntry(writing, actor, trashId, 'deletion')
    await deps.journal.record(tx, actor, origin, {
      action: `${element}.trashed`,
      chest: chestId,
      objects: { [element]: id, trash: trashId },
    })
    return { message: contentTexts.removed, trashId }
  })

const mark = (
  { tx, chestRevision, now }: ChestWriting,
  table: 'folders' | 'items',
  trashId: number,
  which: ReturnType<typeof sql>,
) =>
  sql`update ${sql.table(table)} set deleted_at = ${now}, trash_id = ${trashId}, revision = revision + 1,
    chest_revision = ${chestRevision}, updated_at = ${now} where ${which}`.execute(tx)

/** Adds the same entry to the history of every element that shares a trash entry. */
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
