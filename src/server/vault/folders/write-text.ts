import type { Actor } from '#server/access/session.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { sealMeta, unsealRowMeta, unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { storeVersion } from '#server/vault/contents/versions.ts'
import type { FolderRow } from './folder-rows.ts'

/**
 * Writes a text of a folder, and stores the one that it replaces as an old value.
 * @param textFor returns the new text from the stored one
 * @returns whether they differ
 */
export async function writeFolderText(
  writing: ChestWriting,
  actor: Pick<Actor, 'id'>,
  row: FolderRow,
  field: 'name' | 'description',
  textFor: (stored: string) => string,
): Promise<boolean> {
  const { tx, chestId, chestRevision, now } = writing
  const key = unwrapElementKey(await writing.key(), 'folders', row, row.parent_id)
  const meta = unsealRowMeta(await writing.key(), 'folders', row, chestId, row.parent_id)
  const value = textFor(meta[field])
  if (meta[field] === value) return false
  await storeVersion(writing, actor, key, { element: 'folder', id: row.id, field, value: meta[field] })
  const revision = row.revision + 1
  const sealed = sealMeta(key, 'folders', row.id, chestId, revision, { ...meta, [field]: value })
  await tx
    .updateTable('folders')
    .set({ meta: sealed, meta_revision: revision, revision, chest_revision: chestRevision, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  return true
}
