import type { Kysely } from 'kysely'
import { storedOtp, secondsLeft } from '#domain/platform/one-time-code.ts'
import { isConcealed } from '#domain/vault/extra-fields.ts'
import { itemTextsOf } from '#domain/vault/item-fields.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { attachmentsOf } from '#server/vault/attachments/read.ts'
import { iconOfCategory } from '#server/vault/contents/categories.ts'
import { dueDayOfRow, dueRuleFor } from '#server/vault/contents/due-rules.ts'
import { historyOf } from '#server/vault/contents/history.ts'
import { unwrapElementKey, unsealItemOtp, unsealRowMeta } from '#server/vault/contents/sealing.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { itemById, type ItemRow } from './stored-items.ts'

/** What is needed to unseal and show an item. */
export type Showing = { db: Kysely<Tables>; ck: DataKey; chest: LocatedChest; now: number }

/** Returns an item as its detail panel shows it; `password` and `otp` only state whether the item has one, and so does the value of a concealed field. */
export async function itemReply({ db, ck, chest, now }: Showing, id: number) {
  const row = await itemById(db, chest.id, id)
  const meta = unsealRowMeta(ck, 'items', row, chest.id, row.folder_id)
  return {
    id,
    ...itemTextsOf(meta),
    fields: meta.fields.map(({ id: fieldId, label, kind, value = '' }) => ({
      id: fieldId,
      label,
      kind,
      value: isConcealed({ kind }) ? (true as const) : value,
    })),
    addressDanger: meta.danger,
    level: meta.level,
    category: { id: row.category_id, name: row.category_name },
    categoryId: row.category_id,
    categoryIcon: iconOfCategory(row.category_id),
    password: row.has_password === 1,
    otp: row.has_otp === 1,
    otpTime: otpTimeOf(ck, chest, row, now),
    renewBefore: row.renew_before,
    due: await dueOf({ db, ck, chest }, row),
    creator: row.creator,
    createAt: new Date(row.created_at).toISOString(),
    folder: row.folder_id === null ? null : await folderName({ db, ck, chest }, row.folder_id),
    chest_id: chest.id,
    folder_id: row.folder_id,
    ...(await historyOf(db, 'item', id)),
    guardian: chest.guardian,
    revision: row.revision,
    ...(await attachmentsOf(db, ck, row)),
  }
}

/** Returns the seconds left of the current code, by the period in the sealed settings. */
function otpTimeOf(ck: DataKey, chest: LocatedChest, row: ItemRow, now: number): number | null {
  if (row.otp === null) return null
  const key = unwrapElementKey(ck, 'items', row, row.folder_id)
  const settings = storedOtp(unsealItemOtp(key, row, chest.id))
  return settings && secondsLeft(now, settings.period)
}

/** Returns when an item is to be renewed, with the rule that says so if the item has no date of its own. */
async function dueOf(showing: Omit<Showing, 'now'>, row: ItemRow) {
  if (row.renew_before !== null) return { day: row.renew_before, rule: null }
  const rule = await dueRuleFor(showing.db, showing.chest.id, row.folder_id)
  const day = dueDayOfRow(row, rule?.days ?? null)
  if (rule === null || day === null) return null
  const folder = rule.folderId === null ? null : await folderName(showing, rule.folderId)
  return { day, rule: { days: rule.days, folder } }
}

async function folderName({ db, ck, chest }: Omit<Showing, 'now'>, id: number) {
  const row = await folderById(db, chest.id, id)
  if (!row) return null
  return { id, name: unsealRowMeta(ck, 'folders', row, chest.id, row.parent_id).name }
}
