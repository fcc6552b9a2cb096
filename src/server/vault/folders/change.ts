import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { folders } from '#contract/vault/folders.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { changedFieldTexts, contentTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { readRuleDays } from '#server/vault/contents/due-rules.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { moveElements, requireMoveTarget } from '#server/vault/contents/moving.ts'
import { unwrapElementKey } from '#server/vault/contents/sealing.ts'
import { oldValueOf, type OldValueRequest } from '#server/vault/contents/old-values.ts'
import { readFolderId, readText } from '#server/vault/contents/values.ts'
import { storeVersion } from '#server/vault/contents/versions.ts'
import { folderById, type FolderRow } from './folder-rows.ts'
import { folderReply } from './reply.ts'
import { writeFolderText } from './write-text.ts'
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
  const stale = new Refusal('EDIT_CONFLICT')
  let revisionBefore = chest.revision
  return inChest(deps, chest, async (writing) => {
    revisionBefore = writing.chestRevision - 1
    const row = await folderById(writing.tx, chest.id, id)
    if (!row) throw new Refusal('FOLDER_NOT_FOUND')
    // Thrown, so that the transaction leaves nothing behind.
    if (body.revision !== undefined && body.revision !== row.revision) throw stale
    const isChange =
      field === 'folder'
        ? await moveFolder(writing, row, readFolderId(value, 'elementValue'))
        : field === 'renewDays'
          ? await changeRule(writing, actor, row, readRuleDays(value, 'elementValue'))
          : await changeText(writing, actor, row, { field, value, isRestored: version !== null })
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
      message: messageOf(field),
      revision: row.revision + (isChange ? 1 : 0),
    }
  }).catch(async (error: unknown) => {
    if (error !== stale) throw error
    // Outside the transaction, as the index reads committed rows; at this revision, not at the one when the
    // call began.
    const now = { ...chest, revision: revisionBefore }
    throw new Refusal('EDIT_CONFLICT', { details: await folderReply(deps, deps.db, now, id) })
  })
}

const changeText = (
  writing: ChestWriting,
  actor: Actor,
  row: FolderRow,
  { field, value, isRestored }: { field: 'name' | 'description'; value: unknown; isRestored: boolean },
): Promise<boolean> =>
  writeFolderText(writing, actor, row, field, (stored) =>
    readText(field, value, 'elementValue', isRestored && typeof value === 'string' ? value : stored),
  )

/** Changes the rule of renewal, which no text is sealed with. */
async function changeRule(
  writing: ChestWriting,
  actor: Actor,
  row: FolderRow,
  days: number | null,
): Promise<boolean> {
  const { tx, chestRevision, now } = writing
  if (row.renew_days === days) return false
  const key = unwrapElementKey(await writing.key(), 'folders', row, row.parent_id)
  const value = String(row.renew_days ?? '')
  await storeVersion(writing, actor, key, { element: 'folder', id: row.id, field: 'renewDays', value })
  await tx
    .updateTable('folders')
    .set({ renew_days: days, revision: row.revision + 1, chest_revision: chestRevision, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  return true
}

async function moveFolder(writing: ChestWriting, row: FolderRow, to: number | null): Promise<true> {
  if (to !== row.parent_id) await requireMoveTarget(writing, [row.id], to)
  await moveElements(writing, 'folders', [{ ...row, parent: row.parent_id }], to)
  return true
}

const messageOf = (field: Request['body']['elementType']): string =>
  field === 'folder'
    ? contentTexts.folderMoved
    : field === 'renewDays'
      ? contentTexts.ruleChanged
      : changedFieldTexts[field]

type RestoreRequest = OldValueRequest & { body: BodyOf<typeof folders.restoreVersion> }

const restored = ['name', 'description', 'renewDays'] as const

/** Restores an old name, description or rule as an ordinary change. */
export async function restoreFolderVersion(deps: ChangeDeps, request: RestoreRequest) {
  const { paramName, value } = await oldValueOf(deps.db, deps, 'folder', request)
  const elementType = restored.find((field) => field === paramName)
  if (!elementType) throw new Error(`no field ${paramName}`)
  const body = { elementType, elementValue: value, ...request.body }
  const reply = await changeFolder(deps, { ...request, body }, request.params.versionId)
  return { ...reply, message: contentTexts.versionRestored }
}
