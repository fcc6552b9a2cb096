import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { folders } from '#contract/vault/folders.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import { oldValueOf, type VersionedElement, type OldValueRequest } from '#server/vault/contents/old-values.ts'
import { changeFolder, type ChangeDeps } from './change.ts'
import { folderById } from './folder-rows.ts'

/** Finds the folder whose old values are read. */
export const versionedFolder: VersionedElement = {
  element: 'folder',
  rowOf: async (db, chestId, id) => {
    const row = await folderById(db, chestId, id)
    return row && { ...row, parentId: row.parent_id }
  },
}

type Request = OldValueRequest & { body: BodyOf<typeof folders.restoreVersion> }

/** Restores an old name or description as an ordinary change. */
export async function restoreFolderVersion(deps: ChangeDeps, request: Request) {
  const { paramName, value } = await oldValueOf(deps.db, deps, versionedFolder, request)
  if (paramName !== 'name' && paramName !== 'description') throw new Error(`no field ${paramName}`)
  const body = { elementType: paramName as 'name' | 'description', elementValue: value, ...request.body }
  const reply = await changeFolder(deps, { ...request, body }, request.params.versionId)
  return { ...reply, message: contentTexts.versionRestored }
}
