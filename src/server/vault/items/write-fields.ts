import type { Updateable } from 'kysely'
import { addressDanger } from '#domain/platform/address-danger.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import type { NextExtraField } from '#domain/vault/extra-fields.ts'
import { historyActionOf, type HistoryParamName } from '#domain/vault/history.ts'
import { itemFieldNames, itemFields, itemTextsOf, type ItemField } from '#domain/vault/item-fields.ts'
import type { Actor } from '#server/access/session.ts'
import type { ChestKey, DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
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
import { extraFieldVersion, storeVersion } from '#server/vault/contents/versions.ts'
import type { ItemRow } from './stored-items.ts'
import { planFieldsWriting } from './write-extra-fields.ts'

/** Any field but the folder: moving an item changes no value of it. */
export type WrittenField = Exclude<ItemField, 'folder'>
/** New values, as stored: the category as its id, the one-time secret as `toOtpUri` writes it, no day as ''. */
export type NewValues = Readonly<Partial<Record<WrittenField, string>>>

export type ItemChange = {
  readonly values: NewValues
  /** Values that are written only if the password changes. */
  readonly withPassword?: NewValues
  /** The strength of the new password. */
  readonly level: StrengthLevel
  /** The extra fields that the item is to have, in their order; by default they stay. */
  readonly fields?: readonly NextExtraField[]
  /** The origin of an imported item; its row is written even if no field changes. */
  readonly source?: ElementSource
}

/** What a change of an item writes. */
export type ItemWriting = {
  readonly key: DataKey
  /** Replaced values, by the field's name in `versions`. */
  readonly versions: readonly { readonly field: string; readonly value: string }[]
  readonly history: readonly HistoryParamName[]
  readonly columns: Updateable<Tables['items']>
}

/** The chest, its key, and the stamps that the row gets. */
export type WritingPlace = Pick<ChestWriting, 'chestId' | 'chestRevision' | 'now'> & { readonly ck: ChestKey }

/** A row that can be changed, with its sealed parts. */
export type WritableRow = Omit<
  ItemRow,
  'creator' | 'category_name' | 'created_at' | 'has_password' | 'has_otp'
>

/**
 * Returns what a change writes: the replaced values become old versions, and the history records each changed field.
 * @returns null if nothing changes
 */
export function planWriting(
  { ck, chestId, chestRevision, now }: WritingPlace,
  row: WritableRow,
  { values: given, withPassword, level, fields, source }: ItemChange,
): ItemWriting | null {
  const { id } = row
  const key = unwrapElementKey(ck, 'items', row, row.folder_id)
  const oldMeta = unsealMeta(key, 'items', row, chestId)
  const { password, otp } = given
  const old: Record<WrittenField, string> = {
    ...itemTextsOf(oldMeta),
    // A secret is unsealed only to be replaced.
    password: password === undefined ? '' : unsealItemPassword(key, row, chestId),
    otp: otp === undefined ? '' : unsealItemOtp(key, row, chestId),
    category: String(row.category_id),
    renewBefore: row.renew_before ?? '',
  }
  const values = (password ?? old.password) === old.password ? given : { ...given, ...withPassword }
  const { category, renewBefore } = values
  const changed = itemFieldNames.filter(
    (field): field is WrittenField => field !== 'folder' && (values[field] ?? old[field]) !== old[field],
  )
  const revision = row.revision + 1
  const at = { id, chestId, revision }
  const extra = fields && planFieldsWriting(key, row, oldMeta.fields, fields, at)
  const extraChanges = extra?.changes ?? []
  if (changed.length === 0 && extraChanges.length === 0 && !source) return null

  const texts = itemTextsOf({ ...old, ...values })
  const danger = values.address === undefined ? oldMeta.danger : addressDanger(texts.address).level
  const meta = {
    ...oldMeta,
    ...texts,
    danger,
    level: password === undefined ? oldMeta.level : level,
    ...(extra && { fields: extra.fields }),
  }
  /** Fields whose derived value changed with them. */
  const derived = { address: danger !== oldMeta.danger, password: meta.level !== oldMeta.level }
  const namesOf = (field: WrittenField): readonly HistoryParamName[] => {
    if (field === 'otp') return [otp === '' ? 'otp_delete' : 'otp']
    const { history } = itemFields[field]
    return field in derived && !derived[field as keyof typeof derived] ? history.slice(0, 1) : history
  }
  const versions = [
    ...changed.map((field) => ({ field: field as string, value: old[field] })),
    ...extraChanges.flatMap(({ old: oldField }) =>
      oldField === null
        ? []
        : [{ field: extraFieldVersion(oldField.id), value: JSON.stringify(oldField.field) }],
    ),
  ]
  const history = [...changed.flatMap(namesOf), ...extraChanges.map(({ param }) => param)]
  const since = password === old.password ? row.password_at : now
  const columns = {
    meta: sealMeta(key, 'items', id, chestId, revision, meta),
    meta_revision: revision,
    ...(password !== undefined && sealItemPassword(key, at, password, since)),
    ...(otp !== undefined && sealItemOtp(key, at, otp)),
    ...extra?.columns,
    ...(category !== undefined && { category_id: Number(category) }),
    ...(renewBefore !== undefined && { renew_before: renewBefore || null }),
    ...(source && { source: sealSource(key, 'items', id, chestId, source) }),
    revision,
    chest_revision: chestRevision,
    updated_at: now,
  }
  return { key, versions, history, columns }
}

/** Writes fields of an item, as `planWriting` says. @returns whether a field changed */
export async function writeFields(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  row: WritableRow,
  change: ItemChange,
): Promise<boolean> {
  const { tx, chestId, chestRevision, now } = writing
  const { id } = row
  const place = { chestId, chestRevision, now, ck: await writing.key() }
  const planned = planWriting(place, row, change)
  if (planned === null) return false
  for (const { field, value } of planned.versions)
    await storeVersion(writing, actor, planned.key, { element: 'item', id, field, value })
  for (const name of planned.history)
    await recordHistory(writing, actor, { element: 'item', id }, historyActionOf.change, name)
  await tx.updateTable('items').set(planned.columns).where('id', '=', id).execute()
  return true
}
