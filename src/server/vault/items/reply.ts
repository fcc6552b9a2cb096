import type { Kysely } from 'kysely'
import { parseOtpSecret, secondsLeft } from '#domain/platform/one-time-code.ts'
import { itemTextsOf } from '#domain/vault/item-fields.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { iconOfCategory } from '#server/vault/contents/categories.ts'
import { historyOf } from '#server/vault/contents/history.ts'
import { unwrapElementKey, unsealItemOtp, unsealRowMeta } from '#server/vault/contents/sealing.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { itemById, type ItemRow } from './stored-items.ts'

/** What is needed to unseal and show an item. */
export type Showing = { db: Kysely<Tables>; ck: DataKey; chest: LocatedChest; now: number }

/** Returns an item as its detail panel shows it; `password` and `otp` only state whether the item has one. */
export async function itemReply({ db, ck, chest, now }: Showing, id: number) {
  const row = await itemById(db, chest.id, id)
  const meta = unsealRowMeta(ck, 'items', row, chest.id, row.folder_id)
  return {
    id,
    ...itemTextsOf(meta),
    addressDanger: meta.danger,
    level: meta.level,
    category: { id: row.category_id, name: row.category_name },
    categoryId: row.category_id,
    categoryIcon: iconOfCategory(row.category_id),
    password: row.has_password === 1,
    otp: row.has_otp === 1,
    otpTime: otpTimeOf(ck, chest, row, now),
    creator: row.creator,
    createAt: new Date(row.created_at).toISOString(),
    folder: row.folder_id === null ? null : await folderName({ db, ck, chest }, row.folder_id),
    chest_id: chest.id,
    folder_id: row.folder_id,
    ...(await historyOf(db, 'item', id)),
    guardian: chest.guardian,
    revision: row.revision,
  }
}

/** Returns the seconds left of the current code, by the period in the sealed settings. */
function otpTimeOf(ck: DataKey, chest: LocatedChest, row: ItemRow, now: number): number | null {
  if (row.otp === null) return null
  const key = unwrapElementKey(ck, 'items', row, row.folder_id)
  const settings = parseOtpSecret(unsealItemOtp(key, row, chest.id))
  return settings && secondsLeft(now, settings.period)
}

async function folderName({ db, ck, chest }: Omit<Showing, 'now'>, id: number) {
  const row = await folderById(db, chest.id, id)
  if (!row) return null
  return { id, name: unsealRowMeta(ck, 'folders', row, chest.id, row.parent_id).name }
}
