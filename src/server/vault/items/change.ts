import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { items } from '#contract/vault/items.ts'
import { requiredSecret } from '#domain/platform/categories.ts'
import { isOtherService, oneTimeCodes, storedOtp, toOtpUri } from '#domain/platform/one-time-code.ts'
import { holdsMarkup } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { dueStateOf } from '#domain/vault/due-dates.ts'
import { historyActionOf, readExtraFieldParam } from '#domain/vault/history.ts'
import {
  eachField,
  itemFieldNames,
  itemMetaFields,
  itemPlainFields,
  type ItemField,
} from '#domain/vault/item-fields.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import { changedFieldTexts, contentTexts, removedFieldTexts } from '#texts/vault/contents.ts'
import type { InChest } from '#server/access/locate.ts'
import type { Actor } from '#server/access/session.ts'
import { iconOfCategory } from '#server/vault/contents/categories.ts'
import { inChest, type ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { moveElements } from '#server/vault/contents/moving.ts'
import { unwrapElementKey, unsealItemOtp, unsealRowMeta } from '#server/vault/contents/sealing.ts'
import { oldValueOf, type OldValueRequest } from '#server/vault/contents/old-values.ts'
import { readFolderId, readText } from '#server/vault/contents/values.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { readAddress, readCategoryId, readDay, readOtp, requireSecret } from './checks.ts'
import { itemById, type ItemRow } from './stored-items.ts'
import { changeExtraFields, itemToChange } from './change-extra-fields.ts'
import type { OldExtraField } from './write-extra-fields.ts'
import { writeFields, type NewValues, type WrittenField } from './write-fields.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type ChangeDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'strength'>
type Body = BodyOf<typeof items.change>
type Request = InChest & { readonly params: { readonly id: number }; readonly body: Body }
/** The request of one of the fields that every item has. */
type OwnFieldRequest = Request & { readonly body: { readonly elementType: ItemField } }

/** Changes one field of an item, or moves it. */
export const changeItem = (deps: ChangeDeps, request: Request) => {
  const { elementType } = request.body
  return elementType === 'field' || elementType === 'fields'
    ? changeExtraFields(deps, { ...request, body: { ...request.body, elementType } })
    : changeField(deps, { ...request, body: { ...request.body, elementType } })
}

/** @param version the old version that the change restores, if any */
async function changeField(deps: ChangeDeps, request: OwnFieldRequest, version: number | null = null) {
  const { actor, chest, origin, body } = request
  const { id } = request.params
  const { elementType: field } = body
  const level = field === 'password' ? await judgePassword(deps, request) : 0
  return inChest(deps, chest, async (writing) => {
    const row = await itemToChange(writing, request)
    const record = (name: ItemField) =>
      deps.journal.record(writing.tx, actor, origin, {
        chest: chest.id,
        ...(version === null
          ? { action: name === 'folder' ? 'item.moved' : 'item.changed', objects: { item: id, field: name } }
          : { action: 'item.version.restored', objects: { item: id, field: name, version } }),
      })
    if (field === 'folder') {
      if (await moveItem(writing, actor, row, readFolderId(body.elementValue, at))) await record(field)
    } else {
      const given = body.elementValue
      const restored = version !== null && typeof given === 'string' ? given : null
      const stored = restored ?? (await storedText(writing, row, field, given))
      const value = readers[field](given, row, stored)
      const isNew = field === 'password' && value !== '' && version === null
      const withPassword = isNew ? fulfilledDate(row, writing) : {}
      if (await writeFields(writing, actor, row, { values: { [field]: value }, withPassword, level })) {
        await record(field)
        if ('renewBefore' in withPassword) await record('renewBefore')
      }
    }
    return replyOf(writing, field, await itemById(writing.tx, chest.id, id))
  })
}

/**
 * Returns the text that a change replaces, as far as the new one is judged by it: only markup needs it.
 */
async function storedText(
  writing: ChestWriting,
  row: ItemRow,
  field: WrittenField,
  given: unknown,
): Promise<string> {
  const name = itemMetaFields.find((one) => one === field)
  if (name === undefined || typeof given !== 'string' || !holdsMarkup(given)) return ''
  return unsealRowMeta(await writing.key(), 'items', row, writing.chestId, row.folder_id)[name]
}

/** Rates a new password before the transaction, so that other writers do not wait for the rating. */
async function judgePassword({ db, chestKeys, strength }: ChangeDeps, { body, chest, params }: Request) {
  const password = readText('password', body.elementValue, at)
  const row = await itemById(db, chest.id, params.id)
  const ck = await chestKeys.open(db, chest)
  const { name, login } = unsealRowMeta(ck, 'items', row, chest.id, row.folder_id)
  return strength.levelOf(password, [name, login])
}

/** A new password fulfils a date that is past or near: the item loses it, and the rule for its place counts again. */
const fulfilledDate = ({ renew_before: day }: ItemRow, { now }: ChestWriting): NewValues =>
  dueStateOf(day, dayInFrance(now)) === null ? {} : { renewBefore: '' }

const at = 'elementValue'

/**
 * Reads the new value of each field as it is stored. An imported item may lack the secret of its category: only a
 * change that removes it, or asks for the other one, is refused.
 */
const readers: Record<WrittenField, (value: unknown, row: ItemRow, stored: string) => string> = {
  ...eachField(
    itemPlainFields,
    (field) => (value: unknown, _row: ItemRow, stored: string) => readText(field, value, at, stored),
  ),
  address: (value, _row, stored) => readAddress(value, at, stored),
  password: (value, row) => {
    const password = readText('password', value, at)
    const { has_password, has_otp } = row
    if (password === '' && has_password === 1)
      requireSecret(row.category_id, { password: false, otp: has_otp === 1 }, at)
    return password
  },
  otp: (value, row, stored) => {
    const settings = stored !== '' && value === stored ? storedOtp(stored) : readOtp(value, at)
    const { has_password, has_otp } = row
    if (!settings && has_otp === 1)
      requireSecret(row.category_id, { password: has_password === 1, otp: false }, at)
    return settings ? toOtpUri(settings) : ''
  },
  category: (value, row) => {
    const id = readCategoryId(value, at)
    if (requiredSecret(id) !== requiredSecret(row.category_id))
      requireSecret(id, { password: row.has_password === 1, otp: row.has_otp === 1 }, at)
    return String(id)
  },
  renewBefore: (value) => readDay(value, at),
}

async function moveItem(writing: ChestWriting, actor: Actor, row: ItemRow, to: number | null): Promise<true> {
  if (to !== null && !(await folderById(writing.tx, writing.chestId, to)))
    throw new Refusal('FOLDER_NOT_FOUND')
  await moveElements(writing, 'items', [{ ...row, parent: row.folder_id }], to)
  await recordHistory(writing, actor, { element: 'item', id: row.id }, historyActionOf.change, 'folder')
  return true
}

/**
 * Returns the reply: a change of category includes the new one, a change of the one-time secret its first
 * code.
 */
async function replyOf(writing: ChestWriting, field: ItemField, row: ItemRow) {
  const reply = { message: messageOf(field, row), revision: row.revision }
  if (field === 'category') {
    const category = { id: row.category_id, name: row.category_name }
    return { ...reply, category, categoryIcon: iconOfCategory(row.category_id) }
  }
  if (field !== 'otp') return reply
  const key = unwrapElementKey(await writing.key(), 'items', row, row.folder_id)
  const settings = storedOtp(unsealItemOtp(key, row, writing.chestId))
  const isShown = settings !== null && !isOtherService(settings)
  return { ...reply, otp: isShown ? oneTimeCodes(settings, writing.now) : null }
}

function messageOf(field: ItemField, { has_otp, has_password, renew_before }: ItemRow): string {
  const isRemoved = { otp: has_otp === 0, password: has_password === 0, renewBefore: renew_before === null }
  return field in isRemoved && isRemoved[field as keyof typeof isRemoved]
    ? removedFieldTexts[field as keyof typeof isRemoved]
    : changedFieldTexts[field]
}

type RestoreRequest = OldValueRequest & { body: BodyOf<typeof items.restoreVersion> }

/**
 * Restores an old value of a field as an ordinary change: validated, stored as a version, recorded in the
 * history.
 */
export async function restoreItemVersion(deps: ChangeDeps, request: RestoreRequest) {
  const { paramName, value } = await oldValueOf(deps.db, deps, 'item', request)
  const version = request.params.versionId
  const extra = readExtraFieldParam(paramName)
  if (extra) {
    const restored = { version, id: extra.id, field: JSON.parse(value) as OldExtraField }
    const body = { elementType: 'field' as const, elementValue: null, ...request.body }
    const reply = await changeExtraFields(deps, { ...request, body }, restored)
    return { ...reply, message: contentTexts.versionRestored }
  }
  const elementType = itemFieldNames.find((field) => field === paramName)
  if (!elementType) throw new Error(`no field ${paramName}`)
  const body = { elementType, elementValue: value, ...request.body }
  const reply = await changeField(deps, { ...request, body }, version)
  return { ...reply, message: contentTexts.versionRestored }
}
