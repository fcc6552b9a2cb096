import { createHash } from 'node:crypto'
import type { CategoryId } from '#domain/platform/categories.ts'
import { withLineFeeds } from '#domain/platform/line-ends.ts'
import { storedOtp } from '#domain/platform/one-time-code.ts'
import { isConcealed, type NewExtraField } from '#domain/vault/extra-fields.ts'
import { itemMetaFields, type ItemMetaField, type ItemTexts } from '#domain/vault/item-fields.ts'
import type { DataKey, OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import { placeOfPart, type ElementTable } from './places.ts'

/** The entry of a file that an element came from. */
export type SourceMark = {
  /** The family of the identifier: elements of two families never match by identifier. */
  readonly family: string
  /** The identifier of the element in its file, or a fingerprint of its place and content there. */
  readonly id: string
  /**
   * Where the identifier counts: the folder that the file was imported into, 0 for the root of the chest. For a
   * fingerprint below a folder of the file that has an identifier, a text: that number, a blank and the identifier of the
   * nearest one. Earlier releases stored nothing beside an identifier, and that text without the number.
   */
  readonly within?: number | string
  /** `digestOfItem` or `digestOfFolder` of the imported content, to detect later changes. */
  readonly digest: string
  /** The digests (`ImportFile`) of the attached files that imports gave it. One that a person removed since stays here. */
  readonly files?: readonly string[]
  /**
   * The chest's revision of the import, shared by all elements imported together. Of a mark that an archive brought, a
   * fraction tells the imports of the other installation apart.
   */
  readonly batch: number
}

/**
 * The origin of an imported element, by which a second import of its file matches it. It is sealed under the
 * element's own key, so it moves and is destroyed with the element. Neither the database nor the root key
 * reveals whether two elements, or an element and a guess, are equal.
 */
export type ElementSource = SourceMark & {
  /** Its marks of other families, one for each: an archive brings them along, and a later import keeps them. */
  readonly others?: readonly SourceMark[]
}

/** Returns all marks of an element. */
export function marksOf(source: ElementSource | null): readonly SourceMark[] {
  if (source === null) return []
  const { others = [], ...first } = source
  return [first, ...others]
}

/** Returns a source with the mark of a family first, if it has one. */
export function sourceFor(family: string, source: ElementSource): ElementSource {
  const own = source.others?.find((mark) => mark.family === family)
  return own ? { ...own, others: marksOf(source).filter((mark) => mark.family !== family) } : source
}

// Written with its element only, so no older source needs to be rejected.
const placeOfSource = (table: ElementTable, id: number, chestId: number) =>
  placeOfPart(table, id, 'source', chestId, 0)

export const sealSource = (
  key: DataKey,
  table: ElementTable,
  id: number,
  chestId: number,
  source: ElementSource,
): Sealed => sealJson(key, placeOfSource(table, id, chestId), source)

export const unsealSource = (
  key: OpeningKey,
  table: ElementTable,
  id: number,
  chestId: number,
  sealed: Uint8Array,
): ElementSource => unsealJson<ElementSource>(key, placeOfSource(table, id, chestId), asSealed(sealed))

/** Returns the SHA-256 of texts, each preceded by its length, in base64url. */
export function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:${text}`)
  return hash.digest('base64url')
}

/** The content of an item that imports compare and write. */
export type ComparedItem = ItemTexts & {
  readonly password: string
  /** As `storedOtp` reads it; null: none. */
  readonly otp: string | null
  /** In their order. */
  readonly fields: readonly NewExtraField[]
  /** The day before which it is to be renewed, yyyy-mm-dd; null or missing for none. */
  readonly renewBefore?: string | null
  /** Of a new item, not compared; without it an item with a code and no password is an OTP, any other a web site. */
  readonly categoryId?: CategoryId
  /** Of a new item, not compared: its old values, newest first. */
  readonly oldValues?: readonly ImportedOldValue[]
  /** Of a new item, not compared: since when its password counts, in milliseconds. */
  readonly passwordAt?: number
}

/** An old value that an import brings, by the field's name in `versions`. */
export type ImportedOldValue = {
  readonly field: string
  readonly value: string
  /** When another value replaced it, in milliseconds since 1970; null if the file does not tell. */
  readonly until: number | null
}

/** The texts in every digest. Other texts count only if not empty, so that older digests stay comparable. */
const digested: ReadonlySet<ItemMetaField> = new Set(['name', 'login', 'address', 'description'])
const digestedLater = itemMetaFields.filter((field) => !digested.has(field))

/**
 * Returns a digest that is equal for equal items. The names inside an otpauth URI are ignored, and so is the kind of a
 * visible extra field: files do not keep it. Without extra fields and date it is the digest of earlier releases.
 */
export function digestOfItem(item: Omit<ComparedItem, 'categoryId' | 'oldValues' | 'passwordAt'>): string {
  const { name, login, password, address, otp } = item
  // Earlier releases stored the line ends of the file.
  const description = withLineFeeds(item.description)
  const code = otp === null ? null : storedOtp(otp)
  const codeText = code === null ? '' : [code.secret, code.algorithm, code.digits, code.period].join(' ')
  const later = digestedLater.flatMap((field) => (item[field] === '' ? [] : [field, item[field]]))
  const fields = item.fields.flatMap((field) => [
    'field',
    field.label,
    isConcealed(field) ? 'concealed' : 'text',
    isConcealed(field) ? field.value : withLineFeeds(field.value),
  ])
  const due = item.renewBefore ? ['renewBefore', item.renewBefore] : []
  return digestOf([name, login, password, address, description, codeText, ...later, ...due, ...fields])
}

export const digestOfFolder = ({ name, description }: { name: string; description: string }): string =>
  digestOf([name, description])
