import type { SealPlace } from '#server/platform/crypto/place.ts'

/** The two kinds of element, by table. */
export type ElementTable = 'folders' | 'items'

/**
 * The seal places of an element's parts. Their names never change, since they are authenticated with the
 * sealed content (see `crypto/place.ts`).
 */

/**
 * Returns the place of an element's key, wrapped under the chest's key. It is bound to its folder (0: the
 * root), so moving rewraps it.
 */
export const placeOfKey = (table: ElementTable, id: number, parentId: number | null): SealPlace => ({
  table,
  rowId: id,
  field: 'key',
  parentId: parentId ?? 0,
  revision: 0,
})

/** Returns the place of a sealed part, under the element's key, at the row revision of its sealing. */
export const placeOfPart = (
  table: ElementTable,
  id: number,
  field: 'meta' | 'password' | 'otp' | 'secrets' | 'source',
  chestId: number,
  revision: number,
): SealPlace => ({ table, rowId: id, field, parentId: chestId, revision })

/** Returns the place of an old value, under the element's key; version rows have no revision. */
export const placeOfVersion = (versionId: number, field: string, elementId: number): SealPlace => ({
  table: 'versions',
  rowId: versionId,
  field,
  parentId: elementId,
  revision: 0,
})
