import type { IndexedText } from '#domain/vault/item-fields.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { editMark } from './edits.ts'
import { applyChanges, keyOf, type Change, type Element, type Traits } from './element.ts'
import {
  columnsOf,
  packedFields,
  hasOtpBit,
  hasPasswordBit,
  headerWords,
  isFolderBit,
  packedFormat,
  placesOf,
  textMark,
  type Columns,
} from './packed-layout.ts'

/** Reads a packed chest. Elements are named by their position. */
export class PackedChest {
  readonly block: SharedArrayBuffer
  readonly columns: Columns
  readonly size: number
  readonly folderCount: number
  /** How many of `packedFields` it has. */
  readonly fieldCount: number
  readonly texts: Buffer
  readonly #raws: Buffer

  /** @throws when the block is no packed chest of this format */
  constructor(block: SharedArrayBuffer) {
    if (block.byteLength < headerWords * 4) throw notPacked()
    const [
      format,
      elements = 0,
      folders = 0,
      users = 0,
      categories = 0,
      textBytes = 0,
      rawBytes = 0,
      fields = 0,
    ] = new Uint32Array(block, 0, headerWords)
    const sizes = { elements, fields, folders, users, categories, textBytes, rawBytes }
    if (format !== packedFormat || placesOf(sizes).bytes !== block.byteLength) throw notPacked()
    this.block = block
    this.columns = columnsOf(block, sizes)
    this.size = elements
    this.folderCount = folders
    this.fieldCount = fields
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
    return {
      ...this.traitsAt(position),
      parentId: this.parentAt(position),
      texts: this.textsAt(position),
    }
  }

  /** Returns what an element is besides its place and its texts. */
  traitsAt(position: number): Traits {
    const { flags, userOf, users, categoryOf, categories, levels, dangers, revisions } = this.columns
    const flag = flags[position] ?? 0
    return {
      table: flag & isFolderBit ? 'folders' : 'items',
      id: this.idAt(position),
      createdBy: users[userOf[position] ?? 0] ?? 0,
      revision: revisions[position] ?? 0,
      categoryId: categories[categoryOf[position] ?? 0] ?? 0,
      level: levels[position] ?? 0,
      danger: dangers[position] ?? 0,
      hasPassword: (flag & hasPasswordBit) !== 0,
      hasOtp: (flag & hasOtpBit) !== 0,
    }
  }

  /** Returns the name of an element as it was given. */
  nameAt(position: number): string {
    return (this.columns.rawFields[position] ?? 0) & 1
      ? this.#edited(position, this.columns.rawStarts[position] ?? 0).text
      : this.#plain(position)
  }

  /** Returns one text of an element as it was given. */
  textAt(position: number, field: IndexedText): string {
    const index = packedFields.indexOf(field)
    return ((this.columns.rawFields[position] ?? 0) >>> index) & 1
      ? this.textsAt(position)[field]
      : this.#plain(index * this.size + position)
  }

  /** Returns the folded name of an element. */
  foldedNameAt(position: number): string {
    const { textStarts } = this.columns
    return this.texts.toString('utf8', textStarts[position] ?? 0, (textStarts[position + 1] ?? 1) - 1)
  }

  /** Returns the texts of an element as they were given. */
  textsAt(position: number): Record<IndexedText, string> {
    const kept = this.columns.rawFields[position] ?? 0
    const texts = {} as Record<IndexedText, string>
    let from = this.columns.rawStarts[position] ?? 0
    for (const [index, field] of packedFields.entries()) {
      if ((kept >>> index) & 1) {
        const { text, next } = this.#edited(index * this.size + position, from)
        texts[field] = text
        from = next
      } else texts[field] = index < this.fieldCount ? this.#plain(index * this.size + position) : ''
    }
    return texts
  }

  /** Returns a text that is not ASCII. @param from its place in `raws`; `next` is the place of the next one */
  #edited(index: number, from: number): { text: string; next: number } {
    const raws = this.#raws
    const end = raws.indexOf(textMark, from)
    if (raws[from] !== editMark) return { text: raws.toString('utf8', from, end), next: end + 1 }
    const { textStarts } = this.columns
    let [text, at] = ['', textStarts[index] ?? 0]
    for (let edit = from + 1; edit < end;) {
      const [kept = 0, dropped = 0, inserted = 0] = raws.subarray(edit, edit + 3)
      text += this.#ascii(at, at + kept) + raws.toString('utf8', edit + 3, edit + 3 + inserted)
      at += kept + dropped
      edit += 3 + inserted
    }
    return { text: text + this.#ascii(at, (textStarts[index + 1] ?? 1) - 1), next: end + 1 }
  }

  /** Returns a text of ASCII. @param index its place in `textStarts` */
  #plain(index: number): string {
    const { textStarts } = this.columns
    return this.#ascii(textStarts[index] ?? 0, (textStarts[index + 1] ?? 1) - 1)
  }

  /** Returns bytes of folded texts with their capitals. */
  #ascii(from: number, to: number): string {
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

const notPacked = (): Error => new Error('this block is no packed chest of this format')

/** Returns the last index of ascending numbers whose value is at most the given one; -1 if none is. */
function lastAtMost(numbers: Uint32Array, value: number): number {
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
