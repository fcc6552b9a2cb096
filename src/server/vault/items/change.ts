import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { items } from '#contract/vault/items.ts'
import { oneTimeCodes, parseOtpSecret } from '#domain/platform/one-time-code.ts'
import type { StrengthLevel } from '#domain/platform/password-strength.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { ItemField } from '#domain/vault/item-fields.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { iconOfCategory } from '#server/vault/contents/categories.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { moveElements } from '#server/vault/contents/moving.ts'
import { unwrapElementKey, unsealItemOtp, unsealRowMeta, sealMeta } from '#server/vault/contents/sealing.ts'
import { readFolderId, readText } from '#server/vault/contents/values.ts'
import { storeVersion } from '#server/vault/contents/versions.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { fieldChanges } from './field-changes.ts'
import { itemById, type ItemRow } from './stored-items.ts'
import { itemReply } from './reply.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { StrengthGauge } from '#server/vault/contents/strength.ts'
import { historyActionOf } from '#domain/vault/history.ts'

export type ChangeDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'> & {
  readonly chestKeys: ChestKeys
  readonly strength: StrengthGauge
}
type Request = InChest & {
  readonly params: { readonly id: number }
  readonly body: BodyOf<typeof items.change>
}

/**
 * Changes one field of an item, or moves it.
 * @param version the old version that the change restores, if any
 */
export async function changeItem(deps: ChangeDeps, request: Request, version: number | null = null) {
  const { actor, chest, origin, body } = request
  const { id } = request.params
  const { elementType: field } = body
  const level = field === 'password' ? await judgePassword(deps, request) : 0
  return inChest(deps, chest, async (writing) => {
    const row = await requireItem(writing, id)
    if (body.revision !== undefined && body.revision !== row.revision) {
      const showing = { db: writing.tx, ck: await writing.key(), chest, now: writing.now }
      throw new Refusal('EDIT_CONFLICT', { details: await itemReply(showing, id) })
    }
    const isChange =
      field === 'folder'
        ? await moveItem(writing, row, readFolderId(body.elementValue, 'elementValue'))
        : await changeField(writing, actor, row, { field, value: body.elementValue, level })
    if (field === 'folder')
      await recordHistory(writing, actor, { element: 'item', id }, historyActionOf.change, 'folder')
    if (isChange) {
      await deps.journal.record(writing.tx, actor, origin, {
        chest: chest.id,
        ...(version === null
          ? { action: field === 'folder' ? 'item.moved' : 'item.changed', objects: { item: id, field } }
          : { action: 'item.version.restored', objects: { item: id, field, version } }),
      })
    }
    return replyOf(writing, field, await requireItem(writing, id))
  })
}

/** Rates a new password before the transaction, so that other writers do not wait for the rating. */
async function judgePassword({ db, chestKeys, strength }: ChangeDeps, { body, chest, params }: Request) {
  const password = readText('password', body.elementValue, 'elementValue')
  const row = await itemById(db, chest.id, params.id)
  if (!row) throw new Refusal('ITEM_NOT_FOUND')
  const ck = await chestKeys.open(db, chest)
  const { name, login } = unsealRowMeta(ck, 'items', row, chest.id, row.folder_id)
  return strength.levelOf(password, [name, login])
}

type FieldValue = { field: Exclude<ItemField, 'folder'>; value: unknown; level: StrengthLevel }

async function requireItem(writing: ChestWriting, id: number): Promise<ItemRow> {
  const row = await itemById(writing.tx, writing.chestId, id)
  if (!row) throw new Refusal('ITEM_NOT_FOUND')
  return row
}

async function changeField(
  writing: ChestWriting,
  actor: Actor,
  row: ItemRow,
  { field, value, level }: FieldValue,
): Promise<boolean> {
  const { tx, chestId, chestRevision, now } = writing
  const ck = await writing.key()
  const key = unwrapElementKey(ck, 'items', row, row.folder_id)
  const meta = unsealRowMeta(ck, 'items', row, chestId, row.folder_id)
  const revision = row.revision + 1
  const item = { row, key, meta, chestId, revision, now, level }
  const change = fieldChanges[field](item, value)
  if (!change) return false
  await storeVersion(writing, actor, key, { element: 'item', id: row.id, field, value: change.old })
  const resealed = change.meta && {
    meta: sealMeta(key, 'items', row.id, chestId, revision, { ...meta, ...change.meta }),
    meta_revision: revision,
  }
  await tx
    .updateTable('items')
    .set({ ...change.columns, ...resealed, revision, chest_revision: chestRevision, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  for (const param of change.history) {
    await recordHistory(writing, actor, { element: 'item', id: row.id }, historyActionOf.change, param)
  }
  return true
}

async function moveItem(writing: ChestWriting, row: ItemRow, to: number | null): Promise<true> {
  if (to !== null && !(await folderById(writing.tx, writing.chestId, to)))
    throw new Refusal('FOLDER_NOT_FOUND')
  await moveElements(writing, 'items', [{ ...row, parent: row.folder_id }], to)
  return true
}

/**
 * Returns the reply: a change of category includes the new one, a change of the one-time secret its first
 * code.
 */
async function replyOf(writing: ChestWriting, field: ItemField, row: ItemRow) {
  const message = field === 'folder' ? contentTexts.itemMoved : contentTexts.itemUpdated
  const reply = { message, revision: row.revision }
  if (field === 'category') {
    const category = { id: row.category_id, name: row.category_name }
    return { ...reply, category, categoryIcon: iconOfCategory(row.category_id) }
  }
  if (field !== 'otp') return reply
  if (row.otp === null) return { ...reply, otp: null }
  const key = unwrapElementKey(await writing.key(), 'items', row, row.folder_id)
  const at = { id: row.id, chestId: writing.chestId, revision: row.otp_revision }
  const settings = parseOtpSecret(unsealItemOtp(key, at, row.otp))
  return { ...reply, otp: settings && oneTimeCodes(settings, writing.now) }
}
