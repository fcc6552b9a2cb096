import { historyActionOf } from '#domain/vault/history.ts'
import { sql, type Kysely } from 'kysely'
import type { Actor } from '#server/access/session.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { unsealVersion } from '#server/vault/contents/versions.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { writeFolderText } from '#server/vault/folders/write-text.ts'
import type { ChangedElement } from './records.ts'

/** A folder that an earlier import named with broken accents, and that nobody has named since. */
export type FolderRename = { readonly id: number; readonly from: string; readonly name: string }

/** Gives folders the names of their mended file, as ordinary changes. @returns what the record of the import keeps of them */
export async function renameFolders(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  renames: readonly FolderRename[],
): Promise<ChangedElement[]> {
  const changed: ChangedElement[] = []
  const yielder = createYielder()
  for (const { id, from, name } of renames) {
    const revision = await rename(writing, actor, id, (stored) => (stored === from ? name : stored))
    if (revision !== null)
      changed.push({ element: 'folder', element_id: id, kind: 'updated', revision, first_version: 0 })
    const pause = yielder.step(8)
    if (pause) await pause
  }
  return changed
}

/**
 * Gives folders the names back that an import replaced, and that nobody has changed since: the last old ones.
 * @returns their ids
 */
export async function renameBack(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  folderIds: readonly number[],
): Promise<number[]> {
  const { tx, chestId } = writing
  const renamed: number[] = []
  const yielder = createYielder()
  for (const id of folderIds) {
    const row = await folderById(tx, chestId, id)
    const version = await tx
      .selectFrom('versions')
      .select(['id', 'element_id', 'field', 'sealed'])
      .where('element', '=', 'folder')
      .where('element_id', '=', id)
      .where('field', '=', 'name')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (row && version) {
      const key = unwrapElementKey(await writing.key(), 'folders', row, row.parent_id)
      if ((await rename(writing, actor, id, () => unsealVersion(key, version))) !== null) renamed.push(id)
    }
    const pause = yielder.step(8)
    if (pause) await pause
  }
  return renamed
}

/** Folders are as before the import that is taken back: what earlier ones made of them can still be undone. */
export async function raiseEarlierFolders(tx: Kysely<Tables>, folderIds: readonly number[]): Promise<void> {
  if (folderIds.length === 0) return
  await sql`
    update import_elements set revision = revision + 2
     where element = 'folder' and ${isAmong(tx, sql.ref('element_id'), sql`${listOf(tx, folderIds)}`)}
       and revision + 2 = (select f.revision from folders as f where f.id = element_id)`.execute(tx)
}

/** @returns the new revision of the folder; null where its name stays, or it is gone */
async function rename(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  id: number,
  nameFor: (stored: string) => string,
): Promise<number | null> {
  const row = await folderById(writing.tx, writing.chestId, id)
  if (!row || !(await writeFolderText(writing, actor, row, 'name', nameFor))) return null
  await recordHistory(writing, actor, { element: 'folder', id }, historyActionOf.change, 'name')
  return row.revision + 1
}
