import { indexedTexts } from '#domain/vault/item-fields.ts'

/**
 * The index of a chest in one block of memory that threads share: columns of numbers, one value for each
 * element, then the texts.
 *
 * Elements of one folder follow each other, folders before items, each in French order: a page is a slice.
 * Texts are stored field by field (all names, then all texts of the next field), folded, as the search reads
 * them, with one bit for each byte that was a capital; what these do not restore (accents, ligatures) is
 * stored as edits.
 */

/** Around each text: a byte that UTF-8 never contains. */
export const textMark = 0xff
/** Grows with each change of the layout: a snapshot of another format is built again. */
export const packedFormat = 5

/**
 * The texts of each element, in their order. The last, those of extra fields, are packed only if an element of the
 * chest has some.
 */
export const packedFields = indexedTexts
export const headerWords = 8
export const isFolderBit = 1
export const hasPasswordBit = 2
export const hasOtpBit = 4

export type Sizes = {
  readonly elements: number
  /** How many of `packedFields` are packed. */
  readonly fields: number
  readonly folders: number
  readonly users: number
  readonly categories: number
  readonly textBytes: number
  readonly rawBytes: number
}

/** The columns in the order of their alignment, and how many values each has. */
const layout = {
  ids: [Float64Array, ({ elements }: Sizes) => elements],
  users: [Float64Array, ({ users }: Sizes) => users],
  categories: [Float64Array, ({ categories }: Sizes) => categories],
  /** Where the text of each field and element begins, and the end of the last one with its mark. */
  textStarts: [Uint32Array, ({ elements, fields }: Sizes) => fields * elements + 1],
  /** Where the edits of each element's texts begin. */
  rawStarts: [Uint32Array, ({ elements }: Sizes) => elements + 1],
  /** The place of each name in the French order of all packed names. */
  orders: [Uint32Array, ({ elements }: Sizes) => elements],
  revisions: [Uint32Array, ({ elements }: Sizes) => elements],
  userOf: [Uint32Array, ({ elements }: Sizes) => elements],
  /** Positions by ascending id: those of the folders, then those of the items. */
  byId: [Uint32Array, ({ elements }: Sizes) => elements],
  /** Where the content of the root and of each folder begins, in the order of `folderAt`, and its end. */
  groupStarts: [Uint32Array, ({ folders }: Sizes) => folders + 2],
  /** How many folders are in front of each group. */
  groupFolders: [Uint32Array, ({ folders }: Sizes) => folders + 1],
  /** The position of each folder, ascending. */
  folderAt: [Uint32Array, ({ folders }: Sizes) => folders],
  nameLengths: [Uint16Array, ({ elements }: Sizes) => elements],
  categoryOf: [Uint16Array, ({ elements }: Sizes) => elements],
  flags: [Uint8Array, ({ elements }: Sizes) => elements],
  levels: [Uint8Array, ({ elements }: Sizes) => elements],
  dangers: [Uint8Array, ({ elements }: Sizes) => elements],
  /** One bit for each field whose text has edits, or is stored again as it is. */
  rawFields: [Uint8Array, ({ elements }: Sizes) => elements],
  texts: [Uint8Array, ({ textBytes }: Sizes) => textBytes],
  capitals: [Uint8Array, ({ textBytes }: Sizes) => (textBytes + 7) >>> 3],
  raws: [Uint8Array, ({ rawBytes }: Sizes) => rawBytes],
} as const

type Layout = typeof layout
type ColumnName = keyof Layout
type ColumnType = new (block: ArrayBufferLike, at: number, count: number) => Columns[ColumnName]
export type Columns = { readonly [Name in ColumnName]: Layout[Name][0]['prototype'] }

const columnList = Object.entries(layout).map(([name, [type, countOf]]) => ({
  name: name as ColumnName,
  type: type as ColumnType,
  width: type.BYTES_PER_ELEMENT,
  countOf,
}))

/** Returns the byte at which each column begins, and the size of the block. */
export function placesOf(sizes: Sizes): { at: Record<ColumnName, number>; bytes: number } {
  const at = {} as Record<ColumnName, number>
  let bytes = headerWords * 4
  for (const { name, width, countOf } of columnList) {
    bytes = (bytes + width - 1) & -width
    at[name] = bytes
    bytes += width * countOf(sizes)
  }
  return { at, bytes }
}

export function columnsOf(block: SharedArrayBuffer, sizes: Sizes): Columns {
  const { at } = placesOf(sizes)
  const columns = {} as Record<ColumnName, Columns[ColumnName]>
  for (const { name, type, countOf } of columnList) columns[name] = new type(block, at[name], countOf(sizes))
  return columns as Columns
}
