import { fold, frenchCollator } from '#domain/platform/folding.ts'
import { capitalsOf, editsOf, isAscii } from './edits.ts'
import type { Element } from './element.ts'
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
  type Sizes,
} from './packed-layout.ts'

const longestNameLength = 0xffff

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
    write(text: string | Uint8Array): void {
      makeRoom(3 * text.length)
      if (typeof text === 'string') end += bytes.write(text, end)
      else {
        bytes.set(text, end)
        end += text.length
      }
    },
    mark(byte: number): void {
      makeRoom(1)
      bytes[end++] = byte
    },
    end: (): number => end,
    all: (): Uint8Array => bytes.subarray(0, end),
  }
}

/**
 * Packs the elements of a chest. Elements of a folder that is not among them are left out: they were inserted after
 * the folders were read, and follow as changes.
 */
export function packChest(elements: readonly Element[]): SharedArrayBuffer {
  const inFrenchOrder = elements.toSorted(compareNames)
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
  const isPlaced = new Set(placed)
  const orders = new Map(
    inFrenchOrder.filter((element) => isPlaced.has(element)).map((element, order) => [element, order]),
  )

  const users = [...new Set(placed.map(({ createdBy }) => createdBy))]
  const categories = [...new Set(placed.map(({ categoryId }) => categoryId))]
  const [userIndex, categoryIndex] = [users, categories].map(
    (all) => new Map(all.map((id, index) => [id, index])),
  ) as [Map<number, number>, Map<number, number>]

  const hasExtraTexts = placed.some((element) => element.texts.fields !== '')
  const fields = hasExtraTexts ? packedFields : packedFields.slice(0, -1)
  const texts = createBytes()
  const raws = createBytes()
  const capitals: number[] = []
  const textStarts = new Uint32Array(fields.length * placed.length + 1)
  const rawStarts = new Uint32Array(placed.length + 1)
  const rawFields = new Uint8Array(placed.length)
  const capitalsOfEdited = new Map<number, readonly number[]>()
  for (const [position, element] of placed.entries()) {
    rawStarts[position] = raws.end()
    for (const [index, field] of fields.entries()) {
      const text = element.texts[field]
      if (isAscii(text)) continue
      const edits = editsOf(text)
      capitalsOfEdited.set(index * placed.length + position, edits?.capitals ?? [])
      raws.write(edits?.bytes ?? text)
      raws.mark(textMark)
      rawFields[position] = (rawFields[position] ?? 0) | (1 << index)
    }
  }
  texts.mark(textMark)
  for (const [index, field] of fields.entries()) {
    for (const [position, element] of placed.entries()) {
      const [start, place] = [texts.end(), index * placed.length + position]
      textStarts[place] = start
      const text = element.texts[field]
      for (const at of capitalsOfEdited.get(place) ?? capitalsOf(text)) capitals.push(start + at)
      texts.write(fold(text))
      texts.mark(textMark)
    }
  }
  textStarts[fields.length * placed.length] = texts.end()
  rawStarts[placed.length] = raws.end()

  const sizes: Sizes = {
    elements: placed.length,
    fields: fields.length,
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
    sizes.fields,
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
