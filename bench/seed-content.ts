import type { Transaction } from 'kysely'
import { defaultCategoryId } from '../src/domain/platform/categories.ts'
import {
  extraFieldId,
  isConcealed,
  storedField,
  type NewExtraField,
} from '../src/domain/vault/extra-fields.ts'
import type { DataKey } from '../src/server/platform/crypto/data-key.ts'
import { nextIds } from '../src/server/platform/database/columns.ts'
import { noItemTexts } from '../src/domain/vault/item-fields.ts'
import type { Tables } from '../src/server/platform/database/tables.ts'
import {
  newElementKey,
  sealItemPassword,
  sealItemSecrets,
  sealMeta,
} from '../src/server/vault/contents/sealing.ts'
import { entryOf } from './names.ts'

/** A filled chest. */
export type Content = { readonly chestId: number; readonly itemIds: readonly number[] }

type Place = { readonly chestId: number; readonly key: DataKey; readonly userId: number }
type Tx = Transaction<Tables>

/** Rows an insert: far below the number of parameters that either engine accepts in one statement. */
const batch = 500
/** The revision of each row: unchanged since the chest's first revision. */
const first = 1

/**
 * Adds items at the root of a chest, and folders ten to a folder, sealed under the chest's key.
 * @param from the number of the first item: items of the same number have the same password
 */
export async function addContent(
  tx: Tx,
  place: Place,
  { items = 0, folders = 0, from: start = 0 }: { items?: number; folders?: number; from?: number },
): Promise<Content> {
  await addFolders(tx, place, folders)
  const itemIds: number[] = []
  for (let from = 0; from < items; from += batch) {
    const ids = await nextIds(tx, 'items', Math.min(batch, items - from))
    const rows = ids.map((id, index) => itemRow(place, { id, folderId: null, number: start + from + index }))
    await tx.insertInto('items').values(rows).execute()
    for (const id of ids) itemIds.push(id)
  }
  await tx.updateTable('chests').set({ revision: first }).where('id', '=', place.chestId).execute()
  return { chestId: place.chestId, itemIds }
}

export type FilledFolder = { readonly id: number; readonly name: string; readonly itemIds: readonly number[] }

/**
 * Adds a folder at the root of a chest, with at most one batch of items.
 * @param from the number of the first item, so that no two of a chest are equal
 */
export async function addFilledFolder(
  tx: Tx,
  place: Place,
  { name, items, from }: { name: string; items: number; from: number },
): Promise<FilledFolder> {
  const [id = 0] = await nextIds(tx, 'folders', 1)
  const { key, wrapped } = newElementKey(place.key, 'folders', id, null)
  const meta = sealMeta(key, 'folders', id, place.chestId, first, { name, description: '' })
  await tx
    .insertInto('folders')
    .values({ ...elementRow(place, id), wrapped_key: wrapped, meta, parent_id: null })
    .execute()
  const itemIds = await nextIds(tx, 'items', items)
  const rows = itemIds.map((item, index) => itemRow(place, { id: item, folderId: id, number: from + index }))
  if (rows.length > 0) await tx.insertInto('items').values(rows).execute()
  return { id, name, itemIds }
}

async function addFolders(tx: Tx, place: Place, count: number): Promise<void> {
  const ids = await nextIds(tx, 'folders', count)
  const rows = ids.map((id, index) => {
    // A tenth of the folders is at the root, the others in earlier ones.
    const parentId = index < count / 10 ? null : (ids[Math.floor(index / 10)] ?? null)
    const { name, description } = entryOf(index)
    const { key, wrapped } = newElementKey(place.key, 'folders', id, parentId)
    const meta = sealMeta(key, 'folders', id, place.chestId, first, { name, description })
    return { ...elementRow(place, id), wrapped_key: wrapped, meta, parent_id: parentId }
  })
  for (let from = 0; from < count; from += batch) {
    await tx
      .insertInto('folders')
      .values(rows.slice(from, from + batch))
      .execute()
  }
}

/** Levels and ages as varied as those of an organisation: a fifth of the passwords is weak, some are years old. */
const levels = [1, 2, 3, 3, 4, 4, 4, 5, 5, 5] as const
const oldestDays = 700
const dayMs = 24 * 3_600_000

/** One item of so many has extra fields: three, as those that people add by hand or an import brings. */
const withFields = 10

/** Returns the extra fields of an item: a visible text, an address and a concealed value. */
function fieldsOf(number: number): (NewExtraField & { readonly id: number })[] {
  if (number % withFields !== 0) return []
  const idOf = (at: number) => extraFieldId(first, at)
  const desk = `Bureau ${number % 90}, poste ${2_000 + (number % 800)}`
  return [
    { id: idOf(0), label: 'Poste', kind: 'text', value: desk },
    {
      id: idOf(1),
      label: 'Documentation',
      kind: 'address',
      value: `https://aide.exemple.fr/fiches/${number}`,
    },
    { id: idOf(2), label: 'Code de secours', kind: 'concealed', value: `${number}-secours-${number * 7}` },
  ]
}

function itemRow(place: Place, at: { id: number; folderId: number | null; number: number }) {
  const { id, folderId, number } = at
  const { name, description, login, address, password } = entryOf(number)
  const { key, wrapped } = newElementKey(place.key, 'items', id, folderId)
  const level = levels[number % levels.length] ?? 4
  const fields = fieldsOf(number)
  const concealed = new Map(fields.filter(isConcealed).map(({ id: field, value }) => [field, value]))
  const meta = {
    ...noItemTexts,
    name,
    description,
    login,
    address,
    level,
    danger: 1,
    fields: fields.map(storedField),
  }
  return {
    ...elementRow(place, id),
    wrapped_key: wrapped,
    meta: sealMeta(key, 'items', id, place.chestId, first, meta),
    folder_id: folderId,
    category_id: defaultCategoryId,
    ...sealItemPassword(
      key,
      { id, chestId: place.chestId, revision: first },
      password,
      Date.now() - (number % oldestDays) * dayMs,
    ),
    ...sealItemSecrets(key, { id, chestId: place.chestId, revision: first }, concealed),
    has_otp: 0,
    otp: null,
    otp_revision: 0,
  } as const
}

const elementRow = ({ chestId, userId }: Place, id: number) => ({
  id,
  chest_id: chestId,
  meta_revision: first,
  revision: first,
  chest_revision: first,
  created_by: userId,
  created_at: Date.now(),
  updated_at: Date.now(),
  deleted_at: null,
  trash_id: null,
})
