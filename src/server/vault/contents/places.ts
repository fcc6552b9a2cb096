import type { SealPlace } from '#server/platform/crypto/place.ts'

/** The two kinds of element, by the table that holds them. */
export type ElementTable = 'folders' | 'items'

/**
 * Where each sealed part of an element belongs. The names are fixed for ever: they are authenticated with what
 * is sealed (see `crypto/place.ts`).
 */

/** An element's own key, under the chest's. Bound to the folder it stands in (0 at the root): moving rewraps it. */
export const placeOfKey = (table: ElementTable, id: number, parentId: number | null): SealPlace => ({
  table,
  rowId: id,
  field: 'key',
  parentId: parentId ?? 0,
  revision: 0,
})

/** A sealed part, under the element's key, at the revision of the row at which it was sealed. */
export const placeOfPart = (
  table: ElementTable,
  id: number,
  field: 'meta' | 'password' | 'otp' | 'source',
  chestId: number,
  revision: number,
): SealPlace => ({ table, rowId: id, field, parentId: chestId, revision })

/** An old value of a field, under the element's key; the row of the version names no revision. */
export const placeOfVersion = (versionId: number, field: string, elementId: number): SealPlace => ({
  table: 'versions',
  rowId: versionId,
  field,
  parentId: elementId,
  revision: 0,
})
