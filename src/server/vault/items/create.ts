import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { items } from '#contract/vault/items.ts'
import { defaultCategoryId } from '#domain/platform/categories.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { eachField, itemMetaFields } from '#domain/vault/item-fields.ts'
import { contentTexts } from '#texts/vault/contents.ts'
import type { Once } from '#server/access/creations.ts'
import type { InChest } from '#server/access/locate.ts'
import { nextId } from '#server/platform/database/columns.ts'
import { inChest } from '#server/vault/contents/chest-writing.ts'
import { recordHistory } from '#server/vault/contents/history.ts'
import { newItemRow } from '#server/vault/contents/item-row.ts'
import { readFolderId, readText } from '#server/vault/contents/values.ts'
import { folderById } from '#server/vault/folders/folder-rows.ts'
import { readAddress, readCategoryId, readDay, readOtp, requireSecret } from './checks.ts'
import { readNewFields } from './extra-field-changes.ts'
import { insertItem } from './stored-items.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

type CreateDeps = Pick<VaultDeps, 'db' | 'clock' | 'journal' | 'chestKeys' | 'strength'>
type Body = BodyOf<typeof items.create>
type Request = InChest & { readonly once: Once; readonly body: Body }

function readContent(body: Body) {
  const content = {
    ...eachField(itemMetaFields, (field) =>
      field === 'address' ? readAddress(body.address) : readText(field, body[field]),
    ),
    fields: readNewFields(body.fields),
    password: readText('password', body.password),
    otp: readOtp(body.otp),
    categoryId: readCategoryId(body.categoryId ?? defaultCategoryId),
    renewBefore: readDay(body.renewBefore) || null,
  }
  requireSecret(content.categoryId, { password: content.password !== '', otp: content.otp !== null })
  return content
}

/** Creates an item in a folder, or at the root of the chest. */
export async function createItem(deps: CreateDeps, { actor, chest, origin, body, once }: Request) {
  const content = readContent(body)
  const parentId = readFolderId(body.parentFolderId, 'parentFolderId')
  const level = await deps.strength.levelOf(content.password, [content.name, content.login])
  return inChest(
    deps,
    chest,
    async (writing) => {
      const { tx, chestId, chestRevision, now } = writing
      if (parentId !== null && !(await folderById(tx, chestId, parentId)))
        throw new Refusal('FOLDER_NOT_FOUND')
      const ck = await writing.key()
      const id = await nextId(tx, 'items')
      const place = { id, chestId, chestRevision, parentId, by: actor.id, at: now }
      // Sent together: on PostgreSQL the chest's other changes then wait for one round trip instead of three.
      await Promise.all([
        insertItem(tx, newItemRow(ck, place, { ...content, level })),
        recordHistory(writing, actor, { element: 'item', id }, historyActionOf.creation),
        deps.journal.record(tx, actor, origin, {
          action: 'item.created',
          chest: chestId,
          objects: { item: id, folder: parentId },
        }),
      ])
      return { id, message: contentTexts.itemCreated }
    },
    once,
  )
}
