import { sql, type Kysely } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createChangeReader } from '#server/vault/contents/changed-rows.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'

/** The columns that an index reads: never a password or an OTP secret, not even sealed. */
type IndexedColumns = {
  id: number
  wrapped_key: Uint8Array
  meta: Uint8Array
  meta_revision: number
  revision: number
  chest_revision: number
  deleted_at: number | null
  created_by: number
}
export type FolderIndexRow = IndexedColumns & { parent_id: number | null }
export type ItemIndexRow = IndexedColumns & {
  folder_id: number | null
  category_id: number
  has_password: Flag
  has_otp: Flag
}

const common = ['id', 'meta_revision', 'revision', 'chest_revision', 'created_by', 'deleted_at'] as const
const bytes = ['wrapped_key', 'meta'] as const

export const folderChunks = createChangeReader<FolderIndexRow>('folders', {
  plain: [...common, 'parent_id'],
  bytes,
})

export const itemChunks = createChangeReader<ItemIndexRow>('items', {
  plain: [...common, 'folder_id', 'category_id', 'has_password', 'has_otp'],
  bytes,
})

const countOf = prepared((db: Kysely<Tables>, params: Params<{ chest: number }>) => {
  const rowsIn = (table: ElementTable) =>
    sql<number>`(select count(*) from ${sql.table(table)} where chest_id = ${params('chest')})`
  return sql<{ count: number }>`select ${rowsIn('folders')} + ${rowsIn('items')} as count`
})

/** Counts a chest's rows, trash included, from database indexes only. */
export const countElements = async (db: Kysely<Tables>, chest: number): Promise<number> =>
  Number((await countOf.first(db, { chest }))?.count ?? 0)

/** Returns the logins of users, by id. */
export async function loginsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'login']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, login }) => [id, login]))
}
