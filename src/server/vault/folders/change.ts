import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { folders } from '#contract/vault/folders.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { moveElements, requireMoveTarget } from '#server/vault/contents/moving.ts'
import { unwrapElementKey, unsealRowMeta, sealMeta } from '#server/vault/contents/sealing.ts'
import { oldValueOf, type OldValueRequest } from '#server/vault/contents/old-values.ts'
import { readFolderId, readText } from '#server/vault/contents/values.ts'
import { storeVersion } from '#server/vault/contents/versions.ts'
import { folderById, type FolderRow } from './folder-rows.ts'
import { folderReply } from './reply.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ChangeDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'indexes'>
type Request = InChest & {
  readonly params: { readonly id: number }
  readonly body: BodyOf<typeof folders.change>
}

/**
 * Changes one field of a folder, or moves it.
 * @param version the old version that the change restores, if any
 */
export async function changeFolder(deps: ChangeDeps, request: Request, version: number | null = null) {
  const { actor, chest, origin, body } = request
  const { id } = request.params
  const { elementType: field, elementValue: value } = body
  const changed = await inChest(deps, chest, async (writing) => {
    const row = await folderById(writing.tx, chest.id, id)
    if (!row) throw new Refusal('FOLDER_NOT_FOUND')
    if (body.revision !== undefined && body.revision !== row.revision) {
      return { conflictAt: writing.chestRevision }
    }
    const isChange =
      field === 'folder'
        ? await moveFolder(writing, row, readFolderId(value, 'elementValue'))
        : await changeText(writing, actor, row, field, readText(field, value, 'elementValue'))
    if (isChange) {
      await recordHistory(writing, actor, { element: 'folder', id }, historyActionOf.change, field)
      await deps.journal.record(writing.tx, actor, origin, {
        chest: chest.id,
        ...(version === null
          ? { action: field === 'folder' ? 'folder.moved' : 'folder.changed', objects: { folder: id, field } }
          : { action: 'folder.version.restored', objects: { folder: id, field, version } }),
      })
    }
    return {
      message: field === 'folder' ? contentTexts.folderMoved : contentTexts.folderUpdated,
      revision: row.revision + (isChange ? 1 : 0),
    }
  })
  if (!('conflictAt' in changed)) return changed
  // Outside the transaction, as the index reads committed rows; at this revision, not at the one when the
  // call began.
  const now = { ...chest, revision: changed.conflictAt }
  throw new Refusal('EDIT_CONFLICT', { details: await folderReply(deps, deps.db, now, id) })
}

async function changeText(
  writing: ChestWriting,
  actor: Actor,
  row: FolderRow,
  field: 'name' | 'description',
  value: string,
): Promise<boolean> {
  const { tx, chestId, chestRevision, now } = writing
  const ck = await writing.key()
  const key = unwrapElementKey(ck, 'folders', row, row.parent_id)
  const meta = unsealRowMeta(ck, 'folders', row, chestId, row.parent_id)
  if (meta[field] === value) return false
  await storeVersion(writing, actor, key, { element: 'folder', id: row.id, field, value: meta[field] })
  const revision = row.revision + 1
  const sealed = sealMeta(key, 'folders', row.id, chestId, revision, { ...meta, [field]: value })
  await tx
    .updateTable('folders')
    .set({ meta: sealed, meta_revision: revision, revision, chest_revision: chestRevision, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  return true
}

async function moveFolder(writing: ChestWriting, row: FolderRow, to: number | null): Promise<true> {
  if (to !== row.parent_id) await requireMoveTarget(writing, [row.id], to)
  await moveElements(writing, 'folders', [{ ...row, parent: row.parent_id }], to)
  return true
}

type RestoreRequest = OldValueRequest & { body: BodyOf<typeof folders.restoreVersion> }

/** Restores an old name or description as an ordinary change. */
export async function restoreFolderVersion(deps: ChangeDeps, request: RestoreRequest) {
  const { paramName, value } = await oldValueOf(deps.db, deps, 'folder', request)
  if (paramName !== 'name' && paramName !== 'description') throw new Error(`no field ${paramName}`)
  const body = { elementType: paramName as 'name' | 'description', elementValue: value, ...request.body }
  const reply = await changeFolder(deps, { ...request, body }, request.params.versionId)
  return { ...reply, message: contentTexts.versionRestored }
}
