import { eachField, itemIndexedFields, type ItemIndexedField } from '#domain/vault/item-fields.ts'
import type { ExplorerSort } from '#domain/vault/explorer-sorts.ts'
import { iconOfCategory } from '#server/vault/contents/categories.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { keyOf, type Change, type Element, type Traits } from './element.ts'
import { compareNames } from './pack-chest.ts'
import type { PackedChest } from './packed-chest.ts'

/** A folder as the explorer's rows show it. */
export type IndexedFolder = {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Items directly in it. */
  readonly countItems: number
  /** Folders directly in it. */
  readonly children: number
  /** Items and folders in it at any depth. */
  readonly holds: Counts
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

/** The current names that an index holds by their ids only. */
export type Names = {
  readonly categories: ReadonlyMap<number, string>
  readonly logins: ReadonlyMap<number, string>
}

/** An element by its position in the packed chest, or as it changed since. */
export type Entry = number | Element

/** The content of a folder, in French order. */
type Group = { readonly folders: Entry[]; readonly items: Entry[] }

/** The content of a folder in any order. It stays valid while the index changes. */
export type Entries = { readonly folders: readonly Entry[]; readonly items: readonly Entry[] }

type Counts = { readonly folders: number; readonly items: number }

/** Some elements of a folder, folders before items. */
export type Slice = { readonly folders: IndexedFolder[]; readonly items: IndexedItem[] }

/** Measured: what V8 uses for a changed element, its map and list entries, and for an index besides its block. */
export const bytesOfChange = 500
const bytesOfIndex = 4_000
/** Estimated: an entry of a map, and its two numbers. */
const bytesOfCount = 100

/**
 * The decrypted content of a chest: names, logins, addresses, levels, flags, and the folder tree. It is the
 * packed chest with the elements that changed since; rows are decoded when they are shown.
 */
export class ChestIndex {
  readonly packed: PackedChest
  /** The index shows this revision of the chest, or a later one. */
  revision: number
  readonly #guardian: boolean
  readonly #names: Names
  readonly #changes = new Map<string, Change>()
  #changedBytes = 0
  /** What folders contain at any depth, once it was counted. A change clears the folders above it. */
  readonly #below = new Map<number, Counts>()
  /** The folders whose content changed. */
  readonly #groups = new Map<number | null, Group>()

  constructor(
    packed: PackedChest,
    revision: number,
    { guardian, names }: { guardian: boolean; names: Names },
  ) {
    this.packed = packed
    this.revision = revision
    this.#guardian = guardian
    this.#names = names
  }

  /** Its memory in bytes: exact for the packed chest, estimated for what changed since. */
  get bytes(): number {
    return bytesOfIndex + this.packed.block.byteLength + this.#changedBytes + this.#below.size * bytesOfCount
  }

  /** What changed since the chest was packed. */
  get changes(): Change[] {
    return [...this.#changes.values()]
  }

  get countChanges(): number {
    return this.#changes.size
  }

  /** Returns an element; undefined if the chest does not contain it, or only in the trash. */
  find(table: ElementTable, id: number): Element | undefined {
    const entry = this.#entryOf(table, id)
    return entry === null ? undefined : this.#element(entry)
  }

  item(id: number): IndexedItem | undefined {
    const element = this.find('items', id)
    return element && this.#asItem(element)
  }

  folder(id: number): IndexedFolder | undefined {
    const element = this.find('folders', id)
    return element && this.#asFolder(element)
  }

  /** Returns the part of a folder's content (null: the root) from a place on. */
  slice(folderId: number | null, from: number, limit: number): Slice {
    const [start, end] = [Math.max(0, from), Math.max(0, from + limit)]
    const group = this.#groups.get(folderId)
    if (!group) {
      const { from: first, to, folders } = this.packed.group(folderId)
      const shown = { folders: [] as IndexedFolder[], items: [] as IndexedItem[] }
      for (let position = first + start; position < Math.min(to, first + end); position += 1) {
        const element = this.packed.at(position)
        if (position < first + folders) shown.folders.push(this.#asFolder(element))
        else shown.items.push(this.#asItem(element))
      }
      return shown
    }
    return this.sliceOf(group, from, limit)
  }

  /** Returns the part of entries from a place on. */
  sliceOf({ folders, items }: Entries, from: number, limit: number): Slice {
    const [start, end] = [Math.max(0, from), Math.max(0, from + limit)]
    const before = folders.length
    return {
      folders: folders.slice(start, end).map((entry) => this.#asFolder(this.#element(entry))),
      items: items
        .slice(Math.max(0, start - before), Math.max(0, end - before))
        .map((entry) => this.#asItem(this.#element(entry))),
    }
  }

  /** Returns the content of a folder (null: the root) as entries in French order. */
  entriesIn(folderId: number | null): Entries {
    const group = this.#groups.get(folderId)
    if (group) return { folders: [...group.folders], items: [...group.items] }
    const { from, to, folders } = this.packed.group(folderId)
    return { folders: range(from, from + folders), items: range(from + folders, to) }
  }

  /** Returns the id of an entry. */
  idOf(entry: Entry): number {
    return typeof entry === 'number' ? this.packed.idAt(entry) : entry.id
  }

  /** Returns what a column shows of an entry; of a password its strength, of a code whether there is one. */
  valueOf(entry: Entry, sort: ExplorerSort): string | number {
    switch (sort) {
      case 'name':
      case 'login':
      case 'address':
        return typeof entry === 'number' ? this.packed.textAt(entry, sort) : entry.texts[sort]
      case 'password':
      case 'otp':
      case 'category':
      case 'creator':
        return this.#valueOf(typeof entry === 'number' ? this.packed.traitsAt(entry) : entry, sort)
    }
  }

  #valueOf(traits: Traits, sort: 'password' | 'otp' | 'category' | 'creator'): string | number {
    switch (sort) {
      case 'password':
        return traits.hasPassword ? traits.level : ''
      case 'otp':
        return traits.hasOtp ? 1 : ''
      case 'category':
        return this.#names.categories.get(traits.categoryId) ?? ''
      case 'creator':
        return this.#names.logins.get(traits.createdBy) ?? ''
    }
  }

  /** Returns the place of an element in its folder; -1 if the chest does not contain it. */
  placeOf(table: ElementTable, id: number): number {
    const entry = this.#entryOf(table, id)
    if (entry === null) return -1
    const parentId = this.#element(entry).parentId
    const group = this.#groups.get(parentId)
    if (!group) return typeof entry === 'number' ? entry - this.packed.group(parentId).from : -1
    const place = group[table].indexOf(entry)
    return table === 'items' && place >= 0 ? group.folders.length + place : place
  }

  /** Returns the ids and names of the folders of a folder (null: the root) in French order. */
  foldersIn(folderId: number | null): { id: number; name: string }[] {
    const group = this.#groups.get(folderId)
    const { from, folders } = this.packed.group(folderId)
    const entries = group?.folders ?? Array.from({ length: folders }, (_, index) => from + index)
    return entries.map((entry) =>
      typeof entry === 'number'
        ? { id: this.packed.idAt(entry), name: this.packed.nameAt(entry) }
        : { id: entry.id, name: entry.texts.name },
    )
  }

  /** Counts the elements directly in a folder. */
  countIn(folderId: number | null): Counts {
    const group = this.#groups.get(folderId)
    if (group) return { folders: group.folders.length, items: group.items.length }
    const { from, to, folders } = this.packed.group(folderId)
    return { folders, items: to - from - folders }
  }

  /** Counts the elements in a folder at any depth. */
  countBelow(folderId: number): Counts {
    const known = this.#below.get(folderId)
    if (known) return known
    const { folders, items } = this.countIn(folderId)
    const total = { folders, items }
    if (folders > 0) {
      for (const id of this.#folderIdsIn(folderId)) {
        const below = this.countBelow(id)
        total.folders += below.folders
        total.items += below.items
      }
    }
    this.#below.set(folderId, total)
    return total
  }

  #folderIdsIn(folderId: number): number[] {
    const group = this.#groups.get(folderId)
    if (group)
      return group.folders.map((entry) => (typeof entry === 'number' ? this.packed.idAt(entry) : entry.id))
    const { from, folders } = this.packed.group(folderId)
    return Array.from({ length: folders }, (_, index) => this.packed.idAt(from + index))
  }

  /** Forgets the counts of a folder and of those above it. */
  #forgetCounts(folderId: number | null): void {
    if (this.#below.size === 0) return
    let id = folderId
    for (let depth = 0; id !== null && depth < 1000; depth += 1) {
      this.#below.delete(id)
      id = this.find('folders', id)?.parentId ?? null
    }
  }

  /** Returns the path to a folder, from the root and including it; empty for the root. */
  pathTo(folderId: number | null): { id: number; name: string }[] {
    const path: { id: number; name: string }[] = []
    for (let id = folderId; id !== null && path.length < 1000;) {
      const folder = this.find('folders', id)
      if (!folder) break
      path.push({ id, name: folder.texts.name })
      id = folder.parentId
    }
    return path.toReversed()
  }

  apply(change: Change): void {
    const { table, id, element } = change
    const before = this.#entryOf(table, id)
    if (before !== null) {
      const { parentId } = this.#element(before)
      this.#forgetCounts(parentId)
      const list = this.#changedGroup(parentId)[table]
      const place = list.indexOf(before)
      if (place >= 0) list.splice(place, 1)
    }
    const key = keyOf({ table, id })
    this.#changedBytes += bytesOf(change) - bytesOf(this.#changes.get(key))
    this.#changes.set(key, change)
    if (!element) return
    this.#forgetCounts(element.parentId)
    const list = this.#changedGroup(element.parentId)[table]
    list.splice(this.#placeFor(list, element), 0, element)
  }

  #entryOf(table: ElementTable, id: number): Entry | null {
    const change = this.#changes.get(keyOf({ table, id }))
    if (change) return change.element
    const position = this.packed.find(table, id)
    return position < 0 ? null : position
  }

  #element(entry: Entry): Element {
    return typeof entry === 'number' ? this.packed.at(entry) : entry
  }

  /** Returns the content of a folder as a list of its own, which a change may edit. */
  #changedGroup(folderId: number | null): Group {
    const known = this.#groups.get(folderId)
    if (known) return known
    const { from, to, folders } = this.packed.group(folderId)
    const made: Group = { folders: range(from, from + folders), items: range(from + folders, to) }
    this.#groups.set(folderId, made)
    this.#changedBytes += 8 * (to - from)
    return made
  }

  /** Returns where to insert an element into a list in French order. */
  #placeFor(list: readonly Entry[], element: Element): number {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareNames(this.#named(list[middle] as Entry), element) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #named(entry: Entry): { id: number; texts: { name: string } } {
    return typeof entry === 'number'
      ? { id: this.packed.idAt(entry), texts: { name: this.packed.nameAt(entry) } }
      : entry
  }

  #asFolder({ id, texts, parentId, createdBy, revision }: Element): IndexedFolder {
    const { folders, items } = this.countIn(id)
    return {
      id,
      name: texts.name,
      description: texts.description,
      countItems: items,
      children: folders,
      holds: this.countBelow(id),
      creator: this.#names.logins.get(createdBy) ?? '',
      guardian: this.#guardian,
      revision,
      parentId,
    }
  }

  #asItem(element: Element): IndexedItem {
    const { categoryId, hasPassword, hasOtp, texts } = element
    return {
      id: element.id,
      addressDanger: element.danger,
      level: element.level,
      category: { id: categoryId, name: this.#names.categories.get(categoryId) ?? '' },
      categoryIcon: iconOfCategory(categoryId),
      creator: this.#names.logins.get(element.createdBy) ?? '',
      password: hasPassword,
      otp: hasOtp,
      hasPassword,
      hasOtp,
      guardian: this.#guardian,
      revision: element.revision,
      folderId: element.parentId,
      ...eachField(itemIndexedFields, (field) => texts[field]),
    }
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** Estimates the memory of a change; its texts may take two bytes a character. */
function bytesOf(change: Change | undefined): number {
  if (!change) return 0
  if (!change.element) return bytesOfChange / 2
  return Object.values(change.element.texts).reduce((bytes, text) => bytes + 2 * text.length, bytesOfChange)
}
