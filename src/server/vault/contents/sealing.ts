import type { StoredExtraField } from '#domain/vault/extra-fields.ts'
import { noItemTexts, type ItemTexts } from '#domain/vault/item-fields.ts'
import { unwrapKey, withItemKey, wrapKey } from '#server/platform/crypto/chest-key.ts'
import { newKey, type ChestKey, type DataKey, type OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import {
  sealJson,
  sealPassword,
  sealText,
  unsealJson,
  unsealPassword,
  unsealText,
} from '#server/platform/crypto/seal.ts'
import { nameOfPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { placeOfKey, placeOfPart, type ElementTable } from './places.ts'

/** The sealed `meta` of a folder. */
export type FolderMeta = { readonly name: string; readonly description: string }

/** The sealed `meta` of an item; `level` is the password's strength, `danger` the address's, 0 to 5. */
export type ItemMeta = ItemTexts & {
  readonly level: number
  readonly danger: number
  /** In their order, the concealed ones without their values. */
  readonly fields: readonly StoredExtraField[]
}

/** The sealed `meta` of each kind of element. */
export type Metas = { folders: FolderMeta; items: ItemMeta }

/** Defaults for the parts that an earlier release did not seal. Rows are never resealed for a new field. */
const noMeta: Metas = {
  folders: { name: '', description: '' },
  items: { ...noItemTexts, level: 0, danger: 0, fields: [] },
}

/**
 * The version of `meta`, sealed with it as `v`. Rows without it have version 0, which means the same. A new
 * field needs no new version. An unknown version is refused, since changing the row would lose data.
 */
const metaForm = 1

/** The sealed columns of every element. */
export type SealedElement = { id: number; wrapped_key: Uint8Array; meta: Uint8Array; meta_revision: number }

/** Generates an element's key and wraps it for its place. */
export function newElementKey(
  ck: DataKey,
  table: ElementTable,
  id: number,
  parentId: number | null,
): { key: DataKey; wrapped: Sealed } {
  const key = newKey()
  return { key, wrapped: wrapKey(ck, placeOfKey(table, id, parentId), key) }
}

/**
 * Returns the chest's key that wraps an element's key. While a chest is resealed, some elements are still
 * wrapped under its former key.
 */
export function wrappingKeyOf(ck: ChestKey, wrapped: Uint8Array): DataKey {
  const { former } = ck
  return former && keyVersionOf(asSealed(wrapped)) === former.version ? former : ck
}

/** Unwraps an element's key. @throws SealError when the row is in another place than the one sealed. */
export const unwrapElementKey = (
  ck: ChestKey,
  table: ElementTable,
  row: Pick<SealedElement, 'id' | 'wrapped_key'>,
  parentId: number | null,
): DataKey =>
  unwrapKey(
    wrappingKeyOf(ck, row.wrapped_key),
    placeOfKey(table, row.id, parentId),
    asSealed(row.wrapped_key),
  )

/** Rewraps the key of an element that moves to another folder; its sealed content stays unchanged. */
export function rewrapForMove(
  chestKey: ChestKey,
  table: ElementTable,
  row: Pick<SealedElement, 'id' | 'wrapped_key'>,
  from: number | null,
  to: number | null,
): Sealed {
  const ck = wrappingKeyOf(chestKey, row.wrapped_key)
  const key = unwrapKey(ck, placeOfKey(table, row.id, from), asSealed(row.wrapped_key))
  return wrapKey(ck, placeOfKey(table, row.id, to), key)
}

/**
 * Unseals an element's meta from its row with the chest's key, in two decryptions. @throws SealError as
 * `unseal`.
 */
export function unsealRowMeta<Table extends ElementTable>(
  ck: ChestKey,
  table: Table,
  row: SealedElement,
  chestId: number,
  parentId: number | null,
): Metas[Table] {
  const by = wrappingKeyOf(ck, row.wrapped_key)
  return withItemKey(by, placeOfKey(table, row.id, parentId), asSealed(row.wrapped_key), (key) =>
    unsealMeta(key, table, row, chestId),
  )
}

/**
 * Unseals an element's meta with its own key. Parts that an earlier release did not seal get defaults.
 * @throws SealError as `unseal`, and FORMAT for a version that this release does not know
 */
export function unsealMeta<Table extends ElementTable>(
  key: OpeningKey,
  table: Table,
  row: Pick<SealedElement, 'id' | 'meta' | 'meta_revision'>,
  chestId: number,
): Metas[Table] {
  const place = placeOfPart(table, row.id, 'meta', chestId, row.meta_revision)
  const meta = unsealJson<Partial<Metas[Table]> & { v?: number }>(key, place, asSealed(row.meta))
  if ((meta.v ?? 0) > metaForm) throw new SealError('FORMAT', nameOfPlace(place))
  return { ...noMeta[table], ...meta }
}

/** Seals an element's meta at a revision of its row. An item without extra fields has no list of them. */
export const sealMeta = <Table extends ElementTable>(
  key: DataKey,
  table: Table,
  id: number,
  chestId: number,
  revision: number,
  meta: Metas[Table],
): Sealed =>
  sealJson(key, placeOfPart(table, id, 'meta', chestId, revision), {
    ...meta,
    fields: 'fields' in meta && meta.fields.length > 0 ? meta.fields : undefined,
    v: metaForm,
  })

/** The place of an item's secret: the item, its chest and the revision at which the secret was sealed. */
export type SecretPlace = { id: number; chestId: number; revision: number }
type PasswordRow = { id: number; password: Uint8Array | null; password_revision: number }
type OtpRow = { id: number; otp: Uint8Array | null; otp_revision: number }

/** Returns the columns of an item's password, an empty one for none. @param since when the password was set */
export const sealItemPassword = (key: DataKey, at: SecretPlace, password: string, since: number | null) =>
  ({
    password:
      password === ''
        ? null
        : sealPassword(key, placeOfPart('items', at.id, 'password', at.chestId, at.revision), password),
    password_revision: at.revision,
    has_password: password === '' ? 0 : 1,
    password_at: password === '' ? null : since,
  }) as const

/** Unseals an item's password; an empty text if it has none. */
export const unsealItemPassword = (key: OpeningKey, row: PasswordRow, chestId: number): string =>
  row.password === null
    ? ''
    : unsealPassword(
        key,
        placeOfPart('items', row.id, 'password', chestId, row.password_revision),
        asSealed(row.password),
      )

/** Unseals an item's meta and password with its key unwrapped once. @throws SealError as `unsealRowMeta` */
export const unsealRowMetaAndPassword = (
  ck: ChestKey,
  row: SealedElement & { password: Uint8Array; password_revision: number },
  chestId: number,
  folderId: number | null,
): { meta: ItemMeta; password: string } =>
  withItemKey(
    wrappingKeyOf(ck, row.wrapped_key),
    placeOfKey('items', row.id, folderId),
    asSealed(row.wrapped_key),
    (key) => ({
      meta: unsealMeta(key, 'items', row, chestId),
      password: unsealItemPassword(key, row, chestId),
    }),
  )

/** Returns the columns of an item's one-time secret. @param uri as `toOtpUri` writes it; empty for none */
export const sealItemOtp = (key: DataKey, at: SecretPlace, uri: string) =>
  ({
    otp: uri === '' ? null : sealText(key, placeOfPart('items', at.id, 'otp', at.chestId, at.revision), uri),
    otp_revision: at.revision,
    has_otp: uri === '' ? 0 : 1,
  }) as const

/** Unseals an item's one-time secret; an empty text if it has none. */
export const unsealItemOtp = (key: OpeningKey, row: OtpRow, chestId: number): string =>
  row.otp === null
    ? ''
    : unsealText(key, placeOfPart('items', row.id, 'otp', chestId, row.otp_revision), asSealed(row.otp))

/** The values of an item's concealed extra fields, by their ids. */
export type ItemSecrets = ReadonlyMap<number, string>
type ItemSecretsRow = { id: number; secrets: Uint8Array | null; secrets_revision: number }

/** Returns the columns of an item's concealed values. They are padded, so that no length shows. */
export const sealItemSecrets = (key: DataKey, at: SecretPlace, values: ItemSecrets) =>
  ({
    secrets:
      values.size === 0
        ? null
        : sealPassword(
            key,
            placeOfPart('items', at.id, 'secrets', at.chestId, at.revision),
            JSON.stringify(Object.fromEntries(values)),
          ),
    secrets_revision: at.revision,
  }) as const

/** Unseals the values of an item's concealed extra fields. @throws SealError as `unseal` */
export function unsealItemSecrets(key: OpeningKey, row: ItemSecretsRow, chestId: number): ItemSecrets {
  if (row.secrets === null) return new Map()
  const place = placeOfPart('items', row.id, 'secrets', chestId, row.secrets_revision)
  let values: Record<string, string>
  try {
    values = JSON.parse(unsealPassword(key, place, asSealed(row.secrets))) as Record<string, string>
  } catch (error) {
    // JSON.parse quotes the text in its error: that one must not go on.
    throw error instanceof SealError ? error : new SealError('FORMAT', nameOfPlace(place))
  }
  return new Map(Object.entries(values).map(([id, value]) => [Number(id), value]))
}
