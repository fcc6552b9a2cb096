import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { itemIndexedFields, type ItemIndexedField } from '#domain/vault/item-fields.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { applyChanges, keyOf, type Change, type Element } from './element.ts'

/**
 * The index of a chest in one block of memory that threads share: columns of numbers, one value for each
 * element, then the texts.
 *
 * Elements of one folder follow each other, folders before items, each in French order: a page is a slice.
 * Texts are stored folded, as the search reads them, with one bit for each byte that was a capital; a text
 * that these do not restore (accents, ligatures) is stored again as it is.
 */

/** Between the texts of an element, and around each element: bytes that UTF-8 never contains. */
export const fieldMark = 0xff
export const elementMark = 0xfe
/** Grows with each change of the layout: a snapshot of another format is built again. */
export const packedFormat = 2

const fields = itemIndexedFields
const headerWords = 8
const isFolderBit = 1
const hasPasswordBit = 2
const hasOtpBit = 4
const longestNameLength = 0xffff

type Sizes = {
  readonly elements: number
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
  /** Where each element's texts begin, and the end of the last ones. */
  textStarts: [Uint32Array, ({ elements }: Sizes) => elements + 1],
  /** Where the unfolded texts of each element begin. */
  rawStarts: [Uint32Array, ({ elements }: Sizes) => elements + 1],
  /** The place of each name in the French order of all names of the chest. */
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
  /** One bit for each field that has an unfolded text. */
  rawFields: [Uint8Array, ({ elements }: Sizes) => elements],
  texts: [Uint8Array, ({ textBytes }: Sizes) => textBytes],
  capitals: [Uint8Array, ({ textBytes }: Sizes) => (textBytes + 7) >>> 3],
  raws: [Uint8Array, ({ rawBytes }: Sizes) => rawBytes],
} as const

type Layout = typeof layout
type ColumnName = keyof Layout
type ColumnType = new (block: ArrayBufferLike, at: number, count: number) => Columns[ColumnName]
type Columns = { readonly [Name in ColumnName]: Layout[Name][0]['prototype'] }

const columnList = Object.entries(layout).map(([name, [type, countOf]]) => ({
  name: name as ColumnName,
  type: type as ColumnType,
  width: type.BYTES_PER_ELEMENT,
  countOf,
}))

/** Returns the byte at which each column begins, and the size of the block. */
function placesOf(sizes: Sizes): { at: Record<ColumnName, number>; bytes: number } {
  const at = {} as Record<ColumnName, number>
  let bytes = headerWords * 4
  for (const { name, width, countOf } of columnList) {
    bytes = (bytes + width - 1) & -width
    at[name] = bytes
    bytes += width * countOf(sizes)
  }
  return { at, bytes }
}

function columnsOf(block: SharedArrayBuffer, sizes: Sizes): Columns {
  const { at } = placesOf(sizes)
  const columns = {} as Record<ColumnName, Columns[ColumnName]>
  for (const { name, type, countOf } of columnList) columns[name] = new type(block, at[name], countOf(sizes))
  return columns as Columns
}

/** Thrown for a block that is no index of this format. */
export class PackedFormatError extends Error {
  override readonly name = 'PackedFormatError'
}

/** Compares names in French order, elements of equal names by id. */
type Named = { readonly id: number; readonly texts: { readonly name: string } }
const collator = frenchCollator()
export const compareNames = (one: Named, other: Named): number =>
  collator.compare(one.texts.name, other.texts.name) || one.id - other.id

/** Texts that grow as they are written. */
function createBytes() {
  let bytes = Buffer.alloc(64 * 1024)
  let end = 0
  const makeRoom = (more: number): void => {
    if (end + more <= bytes.length) return
    const larger = Buffer.alloc(Math.max(2 * bytes.length, end + more))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }
  return {
    write(text: string): void {
      makeRoom(3 * text.length)
      end += bytes.write(text, end)
    },
    mark(byte: number): void {
      makeRoom(1)
      bytes[end++] = byte
    },
    end: (): number => end,
    all: (): Uint8Array => bytes.subarray(0, end),
  }
}

const ascii = /^[\0-\x7f]*$/
const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a

/** Packs the elements of a chest. Elements of a folder that is not among them are left out. */
export function packChest(elements: readonly Element[]): SharedArrayBuffer {
  const inFrenchOrder = elements.toSorted(compareNames)
  const orders = new Map(inFrenchOrder.map((element, order) => [element, order]))
  const groups = new Map<number | null, { folders: Element[]; items: Element[] }>()
  for (const element of inFrenchOrder) {
    const group = groups.get(element.parentId) ?? { folders: [], items: [] }
    groups.set(element.parentId, group)
    group[element.table].push(element)
  }
  // Breadth first: the folders of a position are found before their content is placed.
  const placed: Element[] = []
  const folderAt: number[] = []
  const groupStarts: number[] = []
  const groupFolders: number[] = []
  for (let next = -1; next < folderAt.length; next += 1) {
    const folder = next < 0 ? null : (placed[folderAt[next] ?? 0]?.id ?? null)
    const { folders, items } = groups.get(folder) ?? { folders: [], items: [] }
    groupStarts.push(placed.length)
    groupFolders.push(folders.length)
    for (const element of folders) folderAt.push(placed.push(element) - 1)
    for (const element of items) placed.push(element)
  }
  groupStarts.push(placed.length)

  const users = [...new Set(placed.map(({ createdBy }) => createdBy))]
  const categories = [...new Set(placed.map(({ categoryId }) => categoryId))]
  const [userIndex, categoryIndex] = [users, categories].map(
    (all) => new Map(all.map((id, index) => [id, index])),
  ) as [Map<number, number>, Map<number, number>]

  const texts = createBytes()
  const raws = createBytes()
  const capitals: number[] = []
  const textStarts = new Uint32Array(placed.length + 1)
  const rawStarts = new Uint32Array(placed.length + 1)
  const rawFields = new Uint8Array(placed.length)
  texts.mark(elementMark)
  for (const [position, element] of placed.entries()) {
    textStarts[position] = texts.end()
    rawStarts[position] = raws.end()
    for (const [index, field] of fields.entries()) {
      const text = element.texts[field]
      if (index > 0) texts.mark(fieldMark)
      if (ascii.test(text)) {
        for (let at = 0; at < text.length; at += 1)
          if (isCapital(text.charCodeAt(at))) capitals.push(texts.end() + at)
        texts.write(text.toLowerCase())
      } else {
        texts.write(fold(text))
        raws.write(text)
        raws.mark(fieldMark)
        rawFields[position] = (rawFields[position] ?? 0) | (1 << index)
      }
    }
    texts.mark(elementMark)
  }
  textStarts[placed.length] = texts.end()
  rawStarts[placed.length] = raws.end()

  const sizes: Sizes = {
    elements: placed.length,
    folders: folderAt.length,
    users: users.length,
    categories: categories.length,
    textBytes: texts.end(),
    rawBytes: raws.end(),
  }
  const block = new SharedArrayBuffer(placesOf(sizes).bytes)
  new Uint32Array(block, 0, headerWords).set([
    packedFormat,
    sizes.elements,
    sizes.folders,
    sizes.users,
    sizes.categories,
    sizes.textBytes,
    sizes.rawBytes,
  ])
  const columns = columnsOf(block, sizes)
  columns.users.set(users)
  columns.categories.set(categories)
  columns.textStarts.set(textStarts)
  columns.rawStarts.set(rawStarts)
  columns.rawFields.set(rawFields)
  columns.groupStarts.set(groupStarts)
  columns.groupFolders.set(groupFolders)
  columns.folderAt.set(folderAt)
  columns.texts.set(texts.all())
  columns.raws.set(raws.all())
  for (const at of capitals) columns.capitals[at >>> 3] = (columns.capitals[at >>> 3] ?? 0) | (1 << (at & 7))
  for (const [position, element] of placed.entries()) {
    columns.ids[position] = element.id
    columns.orders[position] = orders.get(element) ?? 0
    columns.revisions[position] = element.revision
    columns.userOf[position] = userIndex.get(element.createdBy) ?? 0
    columns.categoryOf[position] = categoryIndex.get(element.categoryId) ?? 0
    columns.nameLengths[position] = Math.min(element.texts.name.length, longestNameLength)
    columns.levels[position] = element.level
    columns.dangers[position] = element.danger
    columns.flags[position] =
      (element.table === 'folders' ? isFolderBit : 0) |
      (element.hasPassword ? hasPasswordBit : 0) |
      (element.hasOtp ? hasOtpBit : 0)
  }
  const isFolderAt = (position: number): number => (columns.flags[position] ?? 0) & isFolderBit
  columns.byId.set(
    Uint32Array.from(placed.keys()).sort(
      (one, other) =>
        isFolderAt(other) - isFolderAt(one) || (columns.ids[one] ?? 0) - (columns.ids[other] ?? 0),
    ),
  )
  return block
}

/** Reads a packed chest. Elements are named by their position. */
export class PackedChest {
  readonly block: SharedArrayBuffer
  readonly columns: Columns
  readonly size: number
  readonly folderCount: number
  readonly texts: Buffer
  readonly #raws: Buffer

  /** @throws PackedFormatError when the block is no packed chest of this format */
  constructor(block: SharedArrayBuffer) {
    if (block.byteLength < headerWords * 4) throw new PackedFormatError()
    const [format, elements = 0, folders = 0, users = 0, categories = 0, textBytes = 0, rawBytes = 0] =
      new Uint32Array(block, 0, headerWords)
    const sizes = { elements, folders, users, categories, textBytes, rawBytes }
    if (format !== packedFormat || placesOf(sizes).bytes !== block.byteLength) throw new PackedFormatError()
    this.block = block
    this.columns = columnsOf(block, sizes)
    this.size = elements
    this.folderCount = folders
    const bytesOf = ({ byteOffset, byteLength }: Uint8Array): Buffer =>
      Buffer.from(block, byteOffset, byteLength)
    this.texts = bytesOf(this.columns.texts)
    this.#raws = bytesOf(this.columns.raws)
  }

  isFolder(position: number): boolean {
    return ((this.columns.flags[position] ?? 0) & isFolderBit) !== 0
  }

  idAt(position: number): number {
    return this.columns.ids[position] ?? 0
  }

  /** Returns the position of an element; -1 if the chest does not contain it. */
  find(table: ElementTable, id: number): number {
    const { byId, ids } = this.columns
    let low = table === 'folders' ? 0 : this.folderCount
    let high = table === 'folders' ? this.folderCount : this.size
    const end = high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ids[byId[middle] ?? 0] ?? 0) < id) low = middle + 1
      else high = middle
    }
    const position = byId[low] ?? -1
    return low < end && ids[position] === id ? position : -1
  }

  /** Returns the range of a folder's content (null: the root); its folders come first. */
  group(folderId: number | null): { from: number; to: number; folders: number } {
    const group = folderId === null ? 0 : this.#groupOf(this.find('folders', folderId))
    const { groupStarts, groupFolders } = this.columns
    if (group < 0) return { from: 0, to: 0, folders: 0 }
    return {
      from: groupStarts[group] ?? 0,
      to: groupStarts[group + 1] ?? 0,
      folders: groupFolders[group] ?? 0,
    }
  }

  /** Returns the group of a folder's content. */
  #groupOf(position: number): number {
    return position < 0 ? -1 : 1 + lastAtMost(this.columns.folderAt, position)
  }

  /** Returns the folder that contains an element; null for the root. */
  parentAt(position: number): number | null {
    const group = lastAtMost(this.columns.groupStarts, position)
    return group === 0 ? null : this.idAt(this.columns.folderAt[group - 1] ?? 0)
  }

  /** Returns an element. */
  at(position: number): Element {
    const { flags, userOf, users, categoryOf, categories, levels, dangers, revisions } = this.columns
    const flag = flags[position] ?? 0
    return {
      table: flag & isFolderBit ? 'folders' : 'items',
      id: this.idAt(position),
      parentId: this.parentAt(position),
      createdBy: users[userOf[position] ?? 0] ?? 0,
      revision: revisions[position] ?? 0,
      categoryId: categories[categoryOf[position] ?? 0] ?? 0,
      level: levels[position] ?? 0,
      danger: dangers[position] ?? 0,
      hasPassword: (flag & hasPasswordBit) !== 0,
      hasOtp: (flag & hasOtpBit) !== 0,
      texts: this.textsAt(position),
    }
  }

  /** Returns the name of an element as it was given. */
  nameAt(position: number): string {
    const { rawFields, rawStarts, textStarts } = this.columns
    if ((rawFields[position] ?? 0) & 1) {
      const from = rawStarts[position] ?? 0
      return this.#raws.toString('utf8', from, this.#raws.indexOf(fieldMark, from))
    }
    const from = textStarts[position] ?? 0
    return this.#plain(from, this.nameEnd(position))
  }

  /** Returns the end of an element's folded name in `texts`. */
  nameEnd(position: number): number {
    let to = this.columns.textStarts[position] ?? 0
    while ((this.texts[to] ?? elementMark) < elementMark) to += 1
    return to
  }

  /** Returns the texts of an element as they were given. */
  textsAt(position: number): Record<ItemIndexedField, string> {
    const { rawFields, rawStarts, textStarts } = this.columns
    const kept = rawFields[position] ?? 0
    const [from = 0, next = 0] = [textStarts[position], textStarts[position + 1]]
    const plain = this.#plain(from, next - 1).split(fieldCharacter)
    const texts = {} as Record<ItemIndexedField, string>
    let raw = rawStarts[position] ?? 0
    for (let index = 0; index < fields.length; index += 1) {
      let text = plain[index] ?? ''
      if ((kept >>> index) & 1) {
        const end = this.#raws.indexOf(fieldMark, raw)
        text = this.#raws.toString('utf8', raw, end)
        raw = end + 1
      }
      texts[fields[index] as ItemIndexedField] = text
    }
    return texts
  }

  /** Returns bytes of texts with their capitals, a character for each: right where all is ASCII. */
  #plain(from: number, to: number): string {
    const { capitals } = this.columns
    const folded = this.texts.toString('latin1', from, to)
    let text = ''
    let done = from
    for (let byte = from >>> 3; byte <= to >>> 3; byte += 1) {
      const bits = capitals[byte] ?? 0
      if (bits === 0) continue
      for (let at = Math.max(done, byte * 8); at < Math.min(to, byte * 8 + 8); at += 1) {
        if (!((bits >>> (at & 7)) & 1)) continue
        text += folded.slice(done - from, at - from) + String.fromCharCode((this.texts[at] ?? 0) - 0x20)
        done = at + 1
      }
    }
    return text + folded.slice(done - from)
  }
}

/** The mark between fields as one of the characters of `#plain`. */
const fieldCharacter = String.fromCharCode(fieldMark)

/** Returns the last index of ascending numbers whose value is at most the given one; -1 if none is. */
export function lastAtMost(numbers: Uint32Array, value: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the elements of a chest after changes, nearly in French order, which sorting them again profits from. */
export function elementsAfter(chest: PackedChest, changes: readonly Change[]): Iterable<Element> {
  const positions = new Uint32Array(chest.size)
  for (const [position, order] of chest.columns.orders.entries()) positions[order] = position
  const elements = new Map<string, Element>()
  for (const position of positions) {
    const element = chest.at(position)
    elements.set(keyOf(element), element)
  }
  applyChanges(elements, changes)
  return elements.values()
}
