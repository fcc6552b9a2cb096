import type { IndexedText } from '#domain/vault/item-fields.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'

/** What the index of a chest holds of a folder or an item; never a password or a one-time secret. */
export type Element = {
  readonly table: ElementTable
  readonly id: number
  /** The folder that contains it; null for the root. */
  readonly parentId: number | null
  /** The user who created it. */
  readonly createdBy: number
  readonly revision: number
  /** 0 for a folder, as the next four. */
  readonly categoryId: number
  readonly level: number
  readonly danger: number
  readonly hasPassword: boolean
  readonly hasOtp: boolean
  /** Fields that a folder does not have are empty. */
  readonly texts: Readonly<Record<IndexedText, string>>
}

/** What an element is besides its place and its texts. */
export type Traits = Omit<Element, 'texts' | 'parentId'>

/** An element as it is now; null after its deletion (in the trash or permanently). */
export type Change = {
  readonly table: ElementTable
  readonly id: number
  readonly element: Element | null
}

/** Returns a key of an element among those of a chest. */
export const keyOf = ({ table, id }: Pick<Element, 'table' | 'id'>): string => `${table}${id}`

/** Applies changes to elements by table and id, in their order. */
export function applyChanges(elements: Map<string, Element>, changes: Iterable<Change>): void {
  for (const change of changes) {
    if (change.element) elements.set(keyOf(change), change.element)
    else elements.delete(keyOf(change))
  }
}
