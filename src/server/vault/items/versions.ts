import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { items } from '#contract/vault/items.ts'
import { itemFieldNames } from '#domain/vault/item-fields.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import { oldValueOf, type VersionedElement, type OldValueRequest } from '#server/vault/contents/old-values.ts'
import { changeItem, type ChangeDeps } from './change.ts'
import { secretsById } from './stored-items.ts'

/** Finds the item whose old values are read. */
export const versionedItem: VersionedElement = {
  element: 'item',
  rowOf: async (db, chestId, id) => {
    const row = await secretsById(db, chestId, id)
    return row && { ...row, parentId: row.folder_id }
  },
}

type Request = OldValueRequest & { body: BodyOf<typeof items.restoreVersion> }

/**
 * Restores an old value of a field as an ordinary change: validated, stored as a version, recorded in the
 * history.
 */
export async function restoreItemVersion(deps: ChangeDeps, request: Request) {
  const { paramName, value } = await oldValueOf(deps.db, deps, versionedItem, request)
  const elementType = itemFieldNames.find((field) => field === paramName)
  if (!elementType) throw new Error(`no field ${paramName}`)
  const body = { elementType, elementValue: value, ...request.body }
  const reply = await changeItem(deps, { ...request, body }, request.params.versionId)
  return { ...reply, message: contentTexts.versionRestored }
}
