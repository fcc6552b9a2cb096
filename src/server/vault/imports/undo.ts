import { sql, type Kysely } from 'kysely'
import { importUndoMs } from '#domain/vault/import-plan.ts'
import { levelByCount, type StrengthLevel } from '#domain/platform/password-strength.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { confirmRight, type InChest } from '#server/access/locate.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { removeFiles, restoreFiles } from '#server/vault/attachments/change.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import { receiveLevels } from '#server/vault/contents/judged-levels.ts'
import { inParts } from '#server/vault/contents/yielder.ts'
import { writeMany } from '#server/vault/items/write-many.ts'
import { trashFolder, trashItems } from '#server/vault/trash/trash-entries.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import { rangesOf } from '#server/platform/journal/id-ranges.ts'
import { raiseEarlierFolders, renameBack } from './rename-folders.ts'
import { planUndo, type Kept } from './undo-plan.ts'
import { undoneRevision } from './undo-state.ts'

type UndoDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'strength'>
export type Undone = { readonly undone: number; readonly kept: Kept[]; readonly keptBeyond?: number }

/** Rows of a statement: some milliseconds on either engine, before other requests have their turn. */
const rowsAtOnce = 200

/**
 * Takes an import back, in one transaction: created elements that nobody has touched since go to the trash, updated items
 * get their former values back, if the caller may update. What people have changed or moved stays, and so do folders that
 * hold anything else. While a later import stands over one of its items, the rest can be undone afterwards. An import that was taken back
 * already is left as it is.
 * All is planned and sealed before the transaction, as for an import, and again inside it if the chest changed in between.
 *
 * @throws Refusal IMPORT_NOT_UNDOABLE after thirty days; RIGHT_REQUIRED for others than its author, without `delete`
 */
export async function undoImport(deps: UndoDeps, by: InChest, importId: number): Promise<Undone> {
  const { db, clock, chestKeys, strength, journal } = deps
  const { chest, actor } = by
  const row = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()
  const isAuthor = row.user_id === actor.id && chest.rights.create
  if (!chest.rights.delete && !isAuthor) throw new Refusal('RIGHT_REQUIRED')
  if (row.created_at <= clock() - importUndoMs) throw new Refusal('IMPORT_NOT_UNDOABLE')
  if (row.undone_at !== null) return { undone: 0, kept: [] }
  const { revision } = await db
    .selectFrom('chests')
    .select('revision')
    .where('id', '=', chest.id)
    .executeTakeFirstOrThrow()
  const ck = await chestKeys.open(db, chest)
  // Rating a password takes milliseconds: before the transaction only.
  const levels = new Map<number, StrengthLevel>()
  const rate = async (id: number, password: string, words: readonly string[]): Promise<StrengthLevel> => {
    const level = await strength.levelOf(password, words)
    levels.set(id, level)
    return level
  }
  const at = { chestId: chest.id, ck, chestRevision: revision + 1, now: clock() }
  const early = await planUndo(db, at, by, importId, rate)
  const right = chest.rights.delete ? 'delete' : 'create'
  return db.transaction().execute(async (tx) => {
    const writing = await writeToChest(tx, deps, { ...chest, judged: { ...chest.judged, right } })
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ undone_at: writing.now })
      .where('id', '=', importId)
      .where('undone_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return { undone: 0, kept: [] }
    const key = await writing.key()
    const isFresh = writing.chestRevision === at.chestRevision && key.version === ck.version
    // What only this second plan gives back has a level by length and alphabet: the next pass rates the chest.
    let hasUnrated = false
    const rated = (id: number, password: string) => {
      hasUnrated ||= !levels.has(id)
      return Promise.resolve(levels.get(id) ?? levelByCount(password))
    }
    const plan = isFresh ? early : await planUndo(tx, { ...writing, ck: key }, by, importId, rated)
    if (hasUnrated) await receiveLevels(tx, chest.id, 0)
    const { removable, renamed, isGoing, changing, files } = plan
    const { folders, items } = removable
    await trashItems(
      writing,
      by,
      items.filter(({ folder }) => !isGoing(folder)).map(({ id }) => id),
    )
    for (const { id, parent } of folders) if (!isGoing(parent)) await trashFolder(writing, by, id)
    const itemIds = items.map(({ id }) => id)
    const folderIds = folders.map(({ id }) => id)
    await forgetOrigin(tx, 'items', itemIds)
    await forgetOrigin(tx, 'folders', folderIds)
    const restored = changing.items.map(({ id }) => id)
    if (restored.length + renamed.length > 0)
      await confirmRight(tx, { ...chest, judged: { ...chest.judged, right: 'update' } })
    for (const [id, { attached, removed }] of files) {
      // Those that come back first: of the removed ones, only the newest are kept.
      await restoreFiles(writing, actor, id, removed)
      await removeFiles(writing, actor, id, attached)
    }
    await writeMany(writing, changing)
    const renamedIds = await renameBack(writing, actor, renamed)
    await raiseEarlierFolders(tx, renamedIds)
    await forgetElements(tx, importId, 'item', itemIds)
    await markUndone(tx, importId, restored)
    await forgetElements(tx, importId, 'folder', [...folderIds, ...renamedIds])
    // The rest can be undone once the later import is.
    if (plan.hasLater)
      await tx.updateTable('imports').set({ undone_at: null }).where('id', '=', importId).execute()
    await journal.record(tx, actor, by.origin, {
      action: 'import.undone',
      chest: chest.id,
      objects: {
        import: importId,
        itemIds: rangesOf(itemIds),
        folderIds: rangesOf(folderIds),
        updatedIds: rangesOf(restored),
        ...(renamedIds.length > 0 && { renamedIds: rangesOf(renamedIds) }),
        kept: plan.kept,
      },
    })
    const keptBeyond = plan.kept - plan.named.length
    return {
      undone: itemIds.length + folderIds.length + restored.length + renamedIds.length,
      kept: plan.named,
      ...(keptBeyond > 0 && { keptBeyond }),
    }
  })
}

/** What is taken back was never imported: the same file brings it in again as new. */
const forgetOrigin = (tx: Kysely<Tables>, table: 'folders' | 'items', ids: readonly number[]) =>
  inParts(ids, rowsAtOnce, async (part) => {
    await tx
      .updateTable(table)
      .set({ source: null })
      .where(isAmong(tx, sql.ref('id'), sql`${listOf(tx, part)}`))
      .execute()
  })

/** An import that was undone over items: earlier ones count by it which revisions of the items were their own. */
const markUndone = (tx: Kysely<Tables>, importId: number, itemIds: readonly number[]) =>
  inParts(itemIds, rowsAtOnce, async (part) => {
    await tx
      .updateTable('import_elements')
      .set({ revision: undoneRevision })
      .where('import_id', '=', importId)
      .where('element', '=', 'item')
      .where(isAmong(tx, sql.ref('element_id'), sql`${listOf(tx, part)}`))
      .execute()
  })

/** Forgets that an import made elements: undoing its rest must not find them. */
const forgetElements = (
  tx: Kysely<Tables>,
  importId: number,
  element: 'folder' | 'item',
  ids: readonly number[],
) =>
  inParts(ids, rowsAtOnce, async (part) => {
    await tx
      .deleteFrom('import_elements')
      .where('import_id', '=', importId)
      .where('element', '=', element)
      .where(isAmong(tx, sql.ref('element_id'), sql`${listOf(tx, part)}`))
      .execute()
  })
