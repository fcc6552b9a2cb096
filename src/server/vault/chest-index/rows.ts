import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { createChangeReader } from '#server/vault/contents/changed-rows.ts'
import type { FolderRow, ItemRow, SealedRows } from './changes.ts'

const common = ['id', 'meta_revision', 'revision', 'chest_revision', 'created_by', 'deleted_at'] as const
const bytes = ['wrapped_key', 'meta'] as const
const folderChunks = createChangeReader<FolderRow>('folders', { plain: [...common, 'parent_id'], bytes })
const itemChunks = createChangeReader<ItemRow>('items', {
  plain: [...common, 'folder_id', 'category_id', 'has_password', 'has_otp'],
  bytes,
})

/** Yields the rows of a chest that changed after a revision, trash included; -1 gives all. Folders come first. */
export async function* rowsAfter(
  db: Kysely<Tables>,
  chestId: number,
  revision: number,
): AsyncGenerator<SealedRows> {
  const asked = { chestId, after: revision }
  for await (const rows of folderChunks(db, asked)) yield { table: 'folders', rows }
  for await (const rows of itemChunks(db, asked)) yield { table: 'items', rows }
}
