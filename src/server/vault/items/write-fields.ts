import { addressDanger } from '#domain/platform/address-danger.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { historyActionOf, type HistoryParamName } from '#domain/vault/history.ts'
import { itemFieldNames, itemFields, itemTextsOf, type ItemField } from '#domain/vault/item-fields.ts'
import type { Actor } from '#server/access/session.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { sealSource, type ElementSource } from '#server/vault/contents/element-source.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import {
  sealItemOtp,
  sealItemPassword,
  sealMeta,
  unsealItemOtp,
  unsealItemPassword,
  unsealMeta,
  unwrapElementKey,
} from '#server/vault/contents/sealing.ts'
import { storeVersion } from '#server/vault/contents/versions.ts'
import type { ItemRow } from './stored-items.ts'

/** Any field but the folder: moving an item changes no value of it. */
export type WrittenField = Exclude<ItemField, 'folder'>
/** New values, as stored: the category as its id, the one-time secret as `toOtpUri` writes it. */
export type NewValues = Readonly<Partial<Record<WrittenField, string>>>

type Change = {
  readonly values: NewValues
  /** The strength of the new password. */
  readonly level: StrengthLevel
  /** The origin of an imported item; its row is written even if no field changes. */
  readonly source?: ElementSource
}

/**
 * Writes fields of an item. The replaced values are stored as old versions, and each changed field is recorded
 * in the history.
 * @returns whether a field changed
 */
export async function writeFields(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  row: ItemRow,
  { values, level, source }: Change,
): Promise<boolean> {
  const { tx, chestId, chestRevision, now } = writing
  const { id } = row
  const key = unwrapElementKey(await writing.key(), 'items', row, row.folder_id)
  const oldMeta = unsealMeta(key, 'items', row, chestId)
  const { password, otp, category } = values
  const old: Record<WrittenField, string> = {
    ...itemTextsOf(oldMeta),
    // A secret is unsealed only to be replaced.
    password: password === undefined ? '' : unsealItemPassword(key, row, chestId),
    otp: otp === undefined ? '' : unsealItemOtp(key, row, chestId),
    category: String(row.category_id),
  }
  const changed = itemFieldNames.filter(
    (field): field is WrittenField => field !== 'folder' && (values[field] ?? old[field]) !== old[field],
  )
  if (changed.length === 0 && !source) return false

  const texts = itemTextsOf({ ...old, ...values })
  const danger = values.address === undefined ? oldMeta.danger : addressDanger(texts.address).level
  const meta = { ...oldMeta, ...texts, danger, level: password === undefined ? oldMeta.level : level }
  /** Fields whose derived value changed with them. */
  const derived = { address: danger !== oldMeta.danger, password: meta.level !== oldMeta.level }
  const namesOf = (field: WrittenField): readonly HistoryParamName[] => {
    if (field === 'otp') return [otp === '' ? 'otp_delete' : 'otp']
    const { history } = itemFields[field]
    return field in derived && !derived[field as keyof typeof derived] ? history.slice(0, 1) : history
  }
  for (const field of changed) {
    await storeVersion(writing, actor, key, { element: 'item', id, field, value: old[field] })
    for (const name of namesOf(field))
      await recordHistory(writing, actor, { element: 'item', id }, historyActionOf.change, name)
  }
  const revision = row.revision + 1
  const at = { id, chestId, revision }
  const since = password === old.password ? row.password_at : now
  await tx
    .updateTable('items')
    .set({
      meta: sealMeta(key, 'items', id, chestId, revision, meta),
      meta_revision: revision,
      ...(password !== undefined && sealItemPassword(key, at, password, since)),
      ...(otp !== undefined && sealItemOtp(key, at, otp)),
      ...(category !== undefined && { category_id: Number(category) }),
      ...(source && { source: sealSource(key, 'items', id, chestId, source) }),
      revision,
      chest_revision: chestRevision,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  return true
}
