import { itemIndexedFields, type ItemIndexedField } from '#domain/vault/item-fields.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { FrenchOrder, Named } from './french-order.ts'

/** A folder as the explorer's rows show it, created once for each version of the folder. */
export type IndexedFolder = {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Items directly in it. */
  countItems: number
  /** Folders directly in it. */
  children: number
  readonly creator: string
  readonly guardian: boolean
  readonly revision: number
  readonly parentId: number | null
}

/** An item as the explorer's rows show it; never a password or an OTP secret. */
export type IndexedItem = Readonly<Record<ItemIndexedField, string>> & {
  readonly id: number
  readonly addressDanger: number
  readonly level: number
  readonly category: { readonly id: number; readonly name: string }
  readonly categoryIcon: string
  readonly creator: string
  readonly password: boolean
  readonly otp: boolean
  readonly hasPassword: boolean
  readonly hasOtp: boolean
  readonly guardian: boolean
  readonly revision: number
  readonly folderId: number | null
}

/** A change: an element as it is now, or the id of a deleted one (in the trash or permanently). */
export type IndexChange =
  | { readonly kind: 'folder'; readonly folder: IndexedFolder }
  | { readonly kind: 'item'; readonly item: IndexedItem }
  | { readonly kind: 'deletedFolder' | 'deletedItem'; readonly id: number }

export type IndexedElement = IndexedFolder | IndexedItem

/** Whether an element is a folder: only folders have a `parentId`. */
export const isFolder = (element: IndexedElement): element is IndexedFolder => 'parentId' in element

/** Returns the folder that contains an element; null for the root. */
export const containerOf = (element: IndexedElement): number | null =>
  isFolder(element) ? element.parentId : element.folderId

/**
 * Receives each element inserted into an index or removed from it. A change is a removal and an insertion.
 */
export type IndexFollower = {
  inserted(element: IndexedElement): void
  removed(element: IndexedElement): void
}

/**
 * Returns the path to a folder among a chest's folders, from the root and including it; empty for the root.
 */
export function pathIn(
  folders: ReadonlyMap<number, IndexedFolder>,
  folderId: number | null,
): IndexedFolder[] {
  const path: IndexedFolder[] = []
  for (let id = folderId; id !== null && path.length < 1000;) {
    const folder = folders.get(id)
    if (!folder) break
    path.push(folder)
    id = folder.parentId
  }
  return path.toReversed()
}

/** Up to this length, sorting again costs nothing. */
const shortList = 64

/** Elements of one kind in one folder, sorted when first requested. */
type Shelf<Element extends Named> = { elements: Element[]; sorted: boolean; version: number }

/**
 * The decrypted content of a chest: names, logins, addresses, levels, flags, and the folder tree. Lists are
 * sorted when first requested; later changes are inserted in order.
 */
export class ChestIndex {
  readonly folders = new Map<number, IndexedFolder>()
  readonly items = new Map<number, IndexedItem>()
  /** The index shows this revision of the chest, or a later one. */
  revision = -1
  /** Estimated memory, in bytes. */
  bytes = 0
  /** Keeps derived data up to date. */
  follower: IndexFollower | null = null
  readonly #order: FrenchOrder
  readonly #folderShelves = new Map<number | null, Shelf<IndexedFolder>>()
  readonly #itemShelves = new Map<number | null, Shelf<IndexedItem>>()

  constructor(order: FrenchOrder) {
    this.#order = order
  }

  /** Returns the folders of a folder (null: the root) in French order. */
  foldersIn(folderId: number | null): Promise<readonly IndexedFolder[]> | readonly IndexedFolder[] {
    return this.#listOf(this.#folderShelves.get(folderId))
  }

  /** Returns the items of a folder (null: the root) in French order. */
  itemsIn(folderId: number | null): Promise<readonly IndexedItem[]> | readonly IndexedItem[] {
    return this.#listOf(this.#itemShelves.get(folderId))
  }

  /** Counts the folders directly in a folder. */
  countFoldersIn(folderId: number): number {
    return this.#folderShelves.get(folderId)?.elements.length ?? 0
  }

  /** Returns all folders and items, grouped by their folder, in no other order. */
  byContainer(): { folders: IndexedFolder[]; items: IndexedItem[] } {
    return {
      folders: [...this.#folderShelves.values()].flatMap(({ elements }) => elements),
      items: [...this.#itemShelves.values()].flatMap(({ elements }) => elements),
    }
  }

  /** Returns the path to a folder, from the root and including it; empty for the root. */
  pathTo(folderId: number | null): IndexedFolder[] {
    return pathIn(this.folders, folderId)
  }

  apply(change: IndexChange): void {
    if (change.kind === 'folder') this.#putFolder(change.folder)
    else if (change.kind === 'item') this.#putItem(change.item)
    else if (change.kind === 'deletedFolder') this.#dropFolder(change.id)
    else this.#dropItem(change.id)
  }

  #putFolder(folder: IndexedFolder): void {
    this.#dropFolder(folder.id)
    folder.countItems = this.#itemShelves.get(folder.id)?.elements.length ?? 0
    folder.children = this.countFoldersIn(folder.id)
    this.folders.set(folder.id, folder)
    this.follower?.inserted(folder)
    this.bytes += bytesOfFolder(folder)
    this.#place(this.#folderShelves, folder.parentId, folder)
    this.#count(folder.parentId, 'children', 1)
  }

  #putItem(item: IndexedItem): void {
    this.#dropItem(item.id)
    this.items.set(item.id, item)
    this.follower?.inserted(item)
    this.bytes += bytesOfItem(item)
    this.#place(this.#itemShelves, item.folderId, item)
    this.#count(item.folderId, 'countItems', 1)
  }

  #dropFolder(id: number): void {
    const folder = this.folders.get(id)
    if (!folder) return
    this.folders.delete(id)
    this.follower?.removed(folder)
    this.bytes -= bytesOfFolder(folder)
    this.#take(this.#folderShelves, folder.parentId, folder)
    this.#count(folder.parentId, 'children', -1)
  }

  #dropItem(id: number): void {
    const item = this.items.get(id)
    if (!item) return
    this.items.delete(id)
    this.follower?.removed(item)
    this.bytes -= bytesOfItem(item)
    this.#take(this.#itemShelves, item.folderId, item)
    this.#count(item.folderId, 'countItems', -1)
  }

  #count(folderId: number | null, what: 'countItems' | 'children', by: 1 | -1): void {
    const folder = folderId === null ? undefined : this.folders.get(folderId)
    if (folder) folder[what] += by
  }

  #place<Element extends Named>(
    shelves: Map<number | null, Shelf<Element>>,
    parentId: number | null,
    element: Element,
  ): void {
    const shelf = shelves.get(parentId)
    if (!shelf) return void shelves.set(parentId, { elements: [element], sorted: true, version: 0 })
    shelf.version += 1
    if (shelf.sorted && shelf.elements.length >= shortList) {
      shelf.elements.splice(this.#placeOf(shelf.elements, element), 0, element)
    } else {
      // While a chest is first read, and in short lists, sorting later is cheaper than inserting in order.
      shelf.sorted = false
      shelf.elements.push(element)
    }
  }

  #take<Element extends Named>(
    shelves: Map<number | null, Shelf<Element>>,
    parentId: number | null,
    element: Element,
  ): void {
    const shelf = shelves.get(parentId)
    if (!shelf) return
    shelf.version += 1
    const at = shelf.sorted ? this.#placeOf(shelf.elements, element) : shelf.elements.indexOf(element)
    if (shelf.elements[at] === element) shelf.elements.splice(at, 1)
    if (shelf.elements.length === 0) shelves.delete(parentId)
  }

  /** Returns the index of an element in a sorted list, or where to insert it. */
  #placeOf(elements: readonly Named[], element: Named): number {
    let [low, high] = [0, elements.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#order.compare(elements[middle] as Named, element) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #listOf<Element extends Named>(
    shelf: Shelf<Element> | undefined,
  ): Promise<readonly Element[]> | readonly Element[] {
    if (!shelf) return []
    return shelf.sorted ? shelf.elements : this.#sort(shelf)
  }

  async #sort<Element extends Named>(shelf: Shelf<Element>): Promise<readonly Element[]> {
    while (!shelf.sorted) {
      const { version } = shelf
      const sorted = await this.#order.sorted(shelf.elements, createYielder())
      // Another request may have changed or sorted the list meanwhile.
      if (shelf.version !== version || shelf.sorted) continue
      shelf.elements = sorted
      shelf.sorted = true
    }
    return shelf.elements
  }
}

/**
 * Returns the bytes that V8 uses for a text: one a character, or two if one character lies outside Latin-1.
 */
export const bytesOfText = (text: string): number => text.length * (beyondLatin1.test(text) ? 2 : 1)
const beyondLatin1 = /[^\0-\xff]/

// Measured on 100,000 items: what V8 uses for the object, its map and list entries, and its texts.
export const bytesOfFolder = ({ name, description }: IndexedFolder): number =>
  300 + bytesOfText(name) + bytesOfText(description)
function bytesOfItem(item: IndexedItem): number {
  let bytes = 400
  for (const field of itemIndexedFields) bytes += bytesOfText(item[field])
  return bytes
}
