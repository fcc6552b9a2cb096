import { createHash } from 'node:crypto'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { itemMetaFields, type ItemMetaField, type ItemTexts } from '#domain/vault/item-fields.ts'
import type { DataKey, OpeningKey } from '#server/platform/crypto/data-key.ts'
import { asSealed, type Sealed } from '#server/platform/crypto/envelope.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import { placeOfPart, type ElementTable } from './places.ts'

/**
 * Where an imported element came from, so that a second import of its file finds it again. It is sealed under the
 * element's own key: it moves with the element and is destroyed with it, and neither the database nor the root key
 * tells whether two elements, or an element and a guess, are alike.
 */
export type ElementSource = {
  /** Whose identifiers these are: elements of two families are never the same by their id. */
  readonly family: string
  /** What names the element in its file, or a fingerprint of where and what it was there. */
  readonly id: string
  /**
   * What a fingerprint's path begins in: the folder that the file was imported into, 0 for the root of the chest, or the
   * identifier of the nearest folder of the file that has one. Identifiers hold without it, and earlier imports
   * wrote none.
   */
  readonly within?: number | string
  /** `digestOfItem` or `digestOfFolder` of what was imported: it tells who changed what since. */
  readonly digest: string
  /** The chest's revision that the import made: elements that came together share it. */
  readonly batch: number
}

// The source is written once at a time with its element; no older one needs to be kept out.
const placeOfSource = (table: ElementTable, id: number, chestId: number) =>
  placeOfPart(table, id, 'source', chestId, 0)

export const sealSource = (
  key: DataKey,
  table: ElementTable,
  id: number,
  chestId: number,
  source: ElementSource,
): Sealed => sealJson(key, placeOfSource(table, id, chestId), source)

export const openSource = (
  key: OpeningKey,
  table: ElementTable,
  id: number,
  chestId: number,
  sealed: Uint8Array,
): ElementSource => unsealJson<ElementSource>(key, placeOfSource(table, id, chestId), asSealed(sealed))

/** SHA-256 of texts, each after its length; base64url. */
export function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:${text}`)
  return hash.digest('base64url')
}

/** What an import compares and writes of an item. */
export type ComparedItem = ItemTexts & {
  readonly password: string
  /** As `parseOtpSecret` reads it; null: none. */
  readonly otp: string | null
}

/** The texts that every digest holds. Any other counts only where it is not empty: older digests stay comparable. */
const digested: ReadonlySet<ItemMetaField> = new Set(['name', 'login', 'address', 'description'])
const digestedLater = itemMetaFields.filter((field) => !digested.has(field))

/** What makes two items equal. The names inside an otpauth address are not part of it. */
export function digestOfItem(item: ComparedItem): string {
  const { name, login, password, address, description, otp } = item
  const code = otp === null ? null : parseOtpSecret(otp)
  const codeText = code === null ? '' : [code.secret, code.algorithm, code.digits, code.period].join(' ')
  const later = digestedLater.flatMap((field) => (item[field] === '' ? [] : [field, item[field]]))
  return digestOf([name, login, password, address, description, codeText, ...later])
}

export const digestOfFolder = ({ name, description }: { name: string; description: string }): string =>
  digestOf([name, description])
