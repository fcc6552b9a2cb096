import { sql, type Kysely } from 'kysely'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { openAttachment } from '#server/vault/attachments/read.ts'
import { attachmentRowsOf } from '#server/vault/attachments/rows.ts'
import { digestOfFile } from './formats/found-files.ts'
import type { ExistingFiles } from './plan-files.ts'

/** Returns the files of items, by the items' ids. Each file is decrypted for its digest, a chunk at a time. */
export async function readExistingFiles(
  db: Kysely<Tables>,
  ck: ChestKey,
  chestId: number,
  itemIds: readonly number[],
): Promise<Map<number, ExistingFiles>> {
  const found = new Map<number, ExistingFiles>()
  if (itemIds.length === 0) return found
  const items = await db
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key'])
    .where('chest_id', '=', chestId)
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, itemIds)}`))
    .execute()
  for (const item of items) {
    const rows = await attachmentRowsOf(db, item.id)
    const live: ExistingFiles['live'][number][] = []
    for (const { id, removed_at: removed } of rows) {
      if (removed !== null) continue
      const { meta, chunks } = await openAttachment(db, ck, item, id)
      live.push({ id, name: meta.name, digest: await digestOfFile(chunks) })
    }
    found.set(item.id, { live, bytes: rows.reduce((sum, row) => sum + row.stored_bytes, 0) })
  }
  return found
}
