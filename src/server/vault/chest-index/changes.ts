import { searchedTextOf } from '#domain/vault/extra-fields.ts'
import { eachField, itemIndexedFields, noItemTexts } from '#domain/vault/item-fields.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { unsealRowMeta } from '#server/vault/contents/sealing.ts'
import type { Change } from './element.ts'

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
export type FolderRow = IndexedColumns & { parent_id: number | null }
export type ItemRow = IndexedColumns & {
  folder_id: number | null
  category_id: number
  has_password: Flag
  has_otp: Flag
}

/** Some rows of one table, still sealed. */
export type SealedRows =
  | { readonly table: 'folders'; readonly rows: readonly FolderRow[] }
  | { readonly table: 'items'; readonly rows: readonly ItemRow[] }

/** Unseals rows, each in two decryptions. @throws SealError for a row of another place or key */
export function changesOf(ck: ChestKey, chestId: number, sealed: SealedRows): Change[] {
  return sealed.table === 'folders'
    ? sealed.rows.map((row) => folderChange(ck, chestId, row))
    : sealed.rows.map((row) => itemChange(ck, chestId, row))
}

function folderChange(ck: ChestKey, chestId: number, row: FolderRow): Change {
  const { id, parent_id: parentId, created_by: createdBy, revision } = row
  if (row.deleted_at !== null) return gone('folders', id)
  const { name, description } = unsealRowMeta(ck, 'folders', row, chestId, parentId)
  const texts = {
    ...eachField(itemIndexedFields, (field) => noItemTexts[field]),
    name,
    description,
    fields: '',
  }
  const none = { categoryId: 0, level: 0, danger: 0, hasPassword: false, hasOtp: false }
  return {
    table: 'folders',
    id,
    element: { table: 'folders', id, parentId, createdBy, revision, ...none, texts },
  }
}

function itemChange(ck: ChestKey, chestId: number, row: ItemRow): Change {
  const { id, folder_id: parentId, created_by: createdBy, revision } = row
  if (row.deleted_at !== null) return gone('items', id)
  const meta = unsealRowMeta(ck, 'items', row, chestId, parentId)
  return {
    table: 'items',
    id,
    element: {
      table: 'items',
      id,
      parentId,
      createdBy,
      revision,
      categoryId: row.category_id,
      level: meta.level,
      danger: meta.danger,
      hasPassword: row.has_password === 1,
      hasOtp: row.has_otp === 1,
      texts: {
        ...eachField(itemIndexedFields, (field) => meta[field]),
        fields: searchedTextOf(meta.fields),
      },
    },
  }
}

const gone = (table: ElementTable, id: number): Change => ({ table, id, element: null })
