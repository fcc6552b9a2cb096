import { noItemTexts, type ItemTexts } from '#domain/vault/item-fields.ts'
import { rewrapItemKey, unwrapItemKey, withItemKey, wrapItemKey } from '#server/platform/crypto/chest-key.ts'
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

/** What is sealed as a folder's `meta`. */
export type FolderMeta = { readonly name: string; readonly description: string }

/** What is sealed as an item's `meta`; `level` is the password's strength, `danger` the address's, 0 to 5. */
export type ItemMeta = ItemTexts & { readonly level: number; readonly danger: number }

type Metas = { folders: FolderMeta; items: ItemMeta }

/**
 * What stands for a part that the release which sealed a row did not know. Rows are never sealed again for a new field:
 * those of every release stay as they are.
 */
const noMeta: Metas = {
  folders: { name: '', description: '' },
  items: { ...noItemTexts, level: 0, danger: 0 },
}

/**
 * The form of `meta`, sealed with it as `v`; rows without it are of form 0, which has the same meaning. A new field needs
 * no new form. A form that this release does not know is refused: a change of the row would lose what it means.
 */
const metaForm = 1

/** The sealed columns that every element has. */
export type SealedElement = { id: number; wrapped_key: Uint8Array; meta: Uint8Array; meta_revision: number }

/** Draws an element's key and wraps it for its place. */
export function newElementKey(
  ck: DataKey,
  table: ElementTable,
  id: number,
  parentId: number | null,
): { key: DataKey; wrapped: Sealed } {
  const key = newKey()
  return { key, wrapped: wrapItemKey(ck, placeOfKey(table, id, parentId), key) }
}

/**
 * The chest's key under which an element's own key is wrapped: while a chest's content is sealed anew, some elements
 * still stand under the key that the chest had before.
 */
export function wrappingKeyOf(ck: ChestKey, wrapped: Uint8Array): DataKey {
  const { former } = ck
  return former && keyVersionOf(asSealed(wrapped)) === former.version ? former : ck
}

/** Opens an element's key. @throws SealError when the row stands elsewhere than it was put. */
export const openElementKey = (
  ck: ChestKey,
  table: ElementTable,
  row: Pick<SealedElement, 'id' | 'wrapped_key'>,
  parentId: number | null,
): DataKey =>
  unwrapItemKey(
    wrappingKeyOf(ck, row.wrapped_key),
    placeOfKey(table, row.id, parentId),
    asSealed(row.wrapped_key),
  )

/** The wrapped key of an element that moves from one folder to another; what it seals stays as it is. */
export function movedKey(
  chestKey: ChestKey,
  table: ElementTable,
  row: Pick<SealedElement, 'id' | 'wrapped_key'>,
  from: number | null,
  to: number | null,
): Sealed {
  const ck = wrappingKeyOf(chestKey, row.wrapped_key)
  return rewrapItemKey(
    { ck, place: placeOfKey(table, row.id, from) },
    { ck, place: placeOfKey(table, row.id, to) },
    asSealed(row.wrapped_key),
  )
}

/** Opens an element's meta with the chest's key: two openings. @throws SealError as `unseal`. */
export function openMeta<Table extends ElementTable>(
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
 * Opens an element's meta with its own key, whichever release sealed it: no part of it is ever missing.
 * @throws SealError as `unseal`, and FORMAT for a form that this release does not know
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

/** Seals an element's meta at a revision of its row. */
export const sealMeta = <Table extends ElementTable>(
  key: DataKey,
  table: Table,
  id: number,
  chestId: number,
  revision: number,
  meta: Metas[Table],
): Sealed => sealJson(key, placeOfPart(table, id, 'meta', chestId, revision), { ...meta, v: metaForm })

/** Where an item's secret stands: the item, its chest and the revision at which the secret was sealed. */
export type SecretPlace = { id: number; chestId: number; revision: number }

export const sealItemPassword = (key: DataKey, at: SecretPlace, password: string): Sealed =>
  sealPassword(key, placeOfPart('items', at.id, 'password', at.chestId, at.revision), password)

export const openItemPassword = (key: OpeningKey, at: SecretPlace, sealed: Uint8Array): string =>
  unsealPassword(key, placeOfPart('items', at.id, 'password', at.chestId, at.revision), asSealed(sealed))

/** Opens an item's meta and its password with one opening of its key. @throws SealError as `openMeta` */
export const openMetaAndPassword = (
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
      password: openItemPassword(key, { id: row.id, chestId, revision: row.password_revision }, row.password),
    }),
  )

/** @param uri the secret as `toOtpUri` writes it */
export const sealItemOtp = (key: DataKey, at: SecretPlace, uri: string): Sealed =>
  sealText(key, placeOfPart('items', at.id, 'otp', at.chestId, at.revision), uri)

export const openItemOtp = (key: DataKey, at: SecretPlace, sealed: Uint8Array): string =>
  unsealText(key, placeOfPart('items', at.id, 'otp', at.chestId, at.revision), asSealed(sealed))
