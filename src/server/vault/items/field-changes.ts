import type { Updateable } from 'kysely'
import { addressDanger } from '#domain/platform/address-danger.ts'
import { requiredSecret } from '#domain/platform/categories.ts'
import type { HistoryParamName } from '#domain/vault/history.ts'
import {
  eachField,
  itemFields,
  itemPlainFields,
  type ItemField,
  type ItemPlainField,
} from '#domain/vault/item-fields.ts'
import { toOtpUri } from '#domain/platform/one-time-code.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import type { DataKey } from '#server/platform/crypto/data-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  unsealItemOtp,
  unsealItemPassword,
  sealItemOtp,
  sealItemPassword,
  type ItemMeta,
} from '#server/vault/contents/sealing.ts'
import { readText } from '#server/vault/contents/values.ts'
import { readAddress, readCategoryId, readOtp, requireSecret } from './checks.ts'
import type { ItemRow } from './stored-items.ts'

/** An unsealed item to be changed, and the revision of the change. */
export type OpenItem = {
  readonly row: ItemRow
  readonly key: DataKey
  readonly meta: ItemMeta
  readonly chestId: number
  readonly revision: number
  /** The time of the change. */
  readonly now: number
  /** The strength of the new password. */
  readonly level: StrengthLevel
}

/** The effect of a change of one field; null if the value is unchanged. */
export type FieldChange = {
  readonly meta?: Partial<ItemMeta>
  readonly columns?: Updateable<Tables['items']>
  /** The replaced value, to be stored as an old version. */
  readonly old: string
  readonly history: readonly HistoryParamName[]
}

type Change = (item: OpenItem, value: unknown) => FieldChange | null

const at = 'elementValue'
const plainText =
  (field: ItemPlainField): Change =>
  ({ meta }, value) => {
    const text = readText(field, value, at)
    if (text === meta[field]) return null
    return { meta: { [field]: text }, old: meta[field], history: itemFields[field].history }
  }

/** The change of each field, except moving. */
export const fieldChanges: Record<Exclude<ItemField, 'folder'>, Change> = {
  ...eachField(itemPlainFields, plainText),

  address: ({ meta }, value) => {
    const address = readAddress(value, at)
    if (address === meta.address) return null
    const danger = addressDanger(address).level
    const history = danger === meta.danger ? (['address'] as const) : (['address', 'addressDanger'] as const)
    return { meta: { address, danger }, old: meta.address, history }
  },

  password: ({ row, key, meta, chestId, revision, now, level }, value) => {
    const password = readText('password', value, at)
    const stored = { id: row.id, chestId, revision: row.password_revision }
    const old = row.password === null ? '' : unsealItemPassword(key, stored, row.password)
    if (password === old) return null
    if (password === '') requireSecret(row.category_id, { password: false, otp: row.has_otp === 1 }, at)
    return {
      meta: { level },
      columns: {
        password: password === '' ? null : sealItemPassword(key, { id: row.id, chestId, revision }, password),
        password_revision: revision,
        has_password: password === '' ? 0 : 1,
        password_at: password === '' ? null : now,
      },
      old,
      history: level === meta.level ? ['password'] : ['password', 'password_level'],
    }
  },

  otp: ({ row, key, chestId, revision }, value) => {
    const settings = readOtp(value, at)
    const uri = settings ? toOtpUri(settings) : ''
    const stored = { id: row.id, chestId, revision: row.otp_revision }
    const old = row.otp === null ? '' : unsealItemOtp(key, stored, row.otp)
    if (uri === old) return null
    if (uri === '') requireSecret(row.category_id, { password: row.has_password === 1, otp: false }, at)
    return {
      columns: {
        otp: uri === '' ? null : sealItemOtp(key, { id: row.id, chestId, revision }, uri),
        otp_revision: revision,
        has_otp: uri === '' ? 0 : 1,
      },
      old,
      history: [uri === '' ? 'otp_delete' : 'otp'],
    }
  },

  category: ({ row }, value) => {
    const categoryId = readCategoryId(value, at)
    if (categoryId === row.category_id) return null
    // An imported item may lack its password; it may still get another category that requires the same
    // secret.
    if (requiredSecret(categoryId) !== requiredSecret(row.category_id)) {
      requireSecret(categoryId, { password: row.has_password === 1, otp: row.has_otp === 1 }, at)
    }
    return { columns: { category_id: categoryId }, old: String(row.category_id), history: ['category'] }
  },
}
