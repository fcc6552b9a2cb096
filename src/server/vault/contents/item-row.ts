import type { Insertable } from 'kysely'
import { addressDanger } from '#domain/platform/address-danger.ts'
import { toOtpUri, type OtpSettings } from '#domain/platform/one-time-code.ts'
import { extraFieldId, isConcealed, storedField, type NewExtraField } from '#domain/vault/extra-fields.ts'
import { itemTextsOf, type ItemTexts } from '#domain/vault/item-fields.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealSource, type ElementSource } from './element-source.ts'
import { newElementKey, sealItemOtp, sealItemPassword, sealItemSecrets, sealMeta } from './sealing.ts'

/** The columns of a new row besides its content. */
export type NewRow = {
  id: number
  chestId: number
  chestRevision: number
  /** Its folder; null: the root of the chest. */
  parentId: number | null
  by: number
  at: number
  /** The origin of an imported element. */
  source?: ElementSource
}

export type ItemContent = ItemTexts & {
  password: string
  /** Since when the password counts; by default since the creation of the row. In milliseconds. */
  passwordAt?: number | undefined
  otp: OtpSettings | null
  categoryId: number
  /** The strength of the password, 0 to 5. */
  level: number
  fields: readonly NewExtraField[]
  /** The day before which it is to be renewed, yyyy-mm-dd; null without one. */
  renewBefore: string | null
}
export type FolderContent = { name: string; description: string; renewDays?: number | null }

const firstRevision = 1

/** Returns the row of a new item, sealed under its own new key. */
export function newItemRow(ck: DataKey, row: NewRow, content: ItemContent): Insertable<Tables['items']> {
  const { id, chestId, parentId } = row
  const { address, password, passwordAt = row.at, otp, level } = content
  const { key, wrapped } = newElementKey(ck, 'items', id, parentId)
  const danger = addressDanger(address).level
  const fields = content.fields.map((field, place) => ({ ...field, id: extraFieldId(firstRevision, place) }))
  const concealed = fields.filter(isConcealed)
  const meta = { ...itemTextsOf(content), level, danger, fields: fields.map(storedField) }
  const place = { id, chestId, revision: firstRevision }
  return {
    ...newRow(row),
    source: row.source ? sealSource(key, 'items', id, chestId, row.source) : null,
    wrapped_key: wrapped,
    meta: sealMeta(key, 'items', id, chestId, firstRevision, meta),
    folder_id: parentId,
    category_id: content.categoryId,
    renew_before: content.renewBefore,
    ...sealItemPassword(key, place, password, Math.min(passwordAt, row.at)),
    ...sealItemOtp(key, place, otp === null ? '' : toOtpUri(otp)),
    ...sealItemSecrets(key, place, new Map(concealed.map(({ id: field, value }) => [field, value]))),
  }
}

/** Returns the row of a new folder, sealed under its own new key. */
export function newFolderRow(
  ck: DataKey,
  row: NewRow,
  { name, description, renewDays = null }: FolderContent,
): Insertable<Tables['folders']> {
  const { id, chestId, parentId } = row
  const { key, wrapped } = newElementKey(ck, 'folders', id, parentId)
  return {
    ...newRow(row),
    source: row.source ? sealSource(key, 'folders', id, chestId, row.source) : null,
    wrapped_key: wrapped,
    meta: sealMeta(key, 'folders', id, chestId, firstRevision, { name, description }),
    parent_id: parentId,
    renew_days: renewDays,
  }
}

const newRow = ({ id, chestId, chestRevision, by, at }: NewRow) => ({
  id,
  chest_id: chestId,
  meta_revision: firstRevision,
  revision: firstRevision,
  chest_revision: chestRevision,
  created_by: by,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  trash_id: null,
})
