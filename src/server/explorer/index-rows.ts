import type { Kysely } from 'kysely'
import type { Flag } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/tables.ts'
import { changedRows } from '../elements/changed-rows.ts'

/** What the index reads of a row: never a password or an OTP secret, not even sealed. */
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

export const folderChunks = changedRows<FolderIndexRow>('folders', { plain: [...common, 'parent_id'], bytes })

export const itemChunks = changedRows<ItemIndexRow>('items', {
  plain: [...common, 'folder_id', 'category_id', 'has_password', 'has_otp'],
  bytes,
})

/** The logins of users, by id. */
export async function loginsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'login']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, login }) => [id, login]))
}
