import type { Insertable, Transaction } from 'kysely'
import { defaultCategoryId, otpCategoryId } from '#domain/platform/categories.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { itemTextsOf } from '#domain/vault/item-fields.ts'
import type { ImportStage } from '#domain/vault/import-stages.ts'
import { storedOtp } from '#domain/platform/one-time-code.ts'
import { levelByCount, type StrengthLevel } from '#domain/platform/password-strength.ts'
import type { Actor } from '#server/access/session.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder } from './yielder.ts'
import type { ChestWriting } from './chest-writing.ts'
import { insertRows } from './insert-rows.ts'
import type { ElementTable } from './places.ts'
import { unwrapElementKey } from './sealing.ts'
import { importedVersionRow } from './versions.ts'
import type { ComparedItem, ElementSource, ImportedOldValue } from './element-source.ts'
import { newFolderRow, newItemRow } from './item-row.ts'
import type { StrengthGauge } from '#server/platform/strength/strength.ts'

/** The place of an insertion: an existing folder (null: the chest's root), or one inserted with it. */
export type InsertPlace = { readonly existing: number | null } | { readonly inserted: number }

/**
 * A source without its batch, which is the chest's revision of the insertion. The batches of its other marks are the
 * numbers of their imports in the archive.
 */
export type NewSource = Omit<ElementSource, 'batch'>

/** An archive numbers its imports to a million at most: as parts of this, they are fractions below a half. */
const batchParts = 2 ** 21

const sourceAt = ({ others, ...source }: NewSource, batch: number): ElementSource => ({
  ...source,
  batch,
  ...(others && {
    others: others.map((mark) => ({ ...mark, batch: batch + (mark.batch + 1) / batchParts })),
  }),
})

export type FolderInsertion = {
  readonly name: string
  readonly description: string
  /** `inserted` is the index of an earlier folder of the list. */
  readonly place: InsertPlace
  readonly source?: NewSource
  /** Newest first. */
  readonly oldValues?: readonly ImportedOldValue[]
  /** Its rule of renewal, in days. */
  readonly renewDays?: number | null
}
export type ItemInsertion = {
  readonly item: ComparedItem
  readonly place: InsertPlace
  readonly source?: NewSource
}
export type Insertion = {
  readonly folders: readonly FolderInsertion[]
  readonly items: readonly ItemInsertion[]
}

/** The strength of passwords, rated before the transaction: each rating takes milliseconds. */
export type Levels = ReadonlyMap<ComparedItem, StrengthLevel>

/** Called with the number of items that have passed a stage. */
export type OnProgress = (stage: ImportStage, done: number) => void

/** Enough for some five thousand typical passwords; a file of the worst ones would take ten minutes. */
const ratingLimitMs = 20_000

/**
 * Rates the passwords of items, and yields to other requests.
 * @param limitMs after this time the rest are left out: they get a level by length and alphabet, and the chest is due
 */
export async function rateItems(
  strength: StrengthGauge,
  items: readonly ComparedItem[],
  { limitMs = ratingLimitMs, onProgress }: { limitMs?: number; onProgress?: OnProgress } = {},
): Promise<Levels> {
  const yielder = createYielder()
  const until = performance.now() + limitMs
  const levels = new Map<ComparedItem, StrengthLevel>()
  for (const [index, item] of items.entries()) {
    const { password, name, login } = item
    if (performance.now() < until) levels.set(item, await strength.levelOf(password, [name, login]))
    onProgress?.('judging', index + 1)
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return levels
}

/**
 * Returns the level of an item's password; by length and alphabet if it was not rated before the transaction.
 */
export const levelOf = (levels: Levels, item: ComparedItem): StrengthLevel =>
  levels.get(item) ?? levelByCount(item.password)

/** Whether a password has a level by length and alphabet only, so that its chest has to be rated again. */
export const isUnrated = (levels: Levels, item: ComparedItem): boolean =>
  item.password !== '' && !levels.has(item)

/** The ids of elements that are to be inserted, in the order of the lists, and of their old values. */
export type DrawnIds = Readonly<Record<'folders' | 'items' | 'versions', readonly number[]>>

/** Draws the ids that elements are sealed for. They may be drawn before the transaction that inserts them. */
export async function drawIds(tx: Transaction<Tables>, { folders, items }: Insertion): Promise<DrawnIds> {
  const oldValues = [...folders, ...items.map(({ item }) => item)].flatMap(({ oldValues: old = [] }) => old)
  return {
    folders: await nextIds(tx, 'folders', folders.length),
    items: await nextIds(tx, 'items', items.length),
    versions: await nextIds(tx, 'versions', oldValues.length),
  }
}

/** Elements as their rows will hold them. */
export type SealedElements = {
  readonly folders: readonly Insertable<Tables['folders']>[]
  readonly items: readonly Insertable<Tables['items']>[]
  readonly versions: readonly Insertable<Tables['versions']>[]
}

/** The chest, its key, and the stamps that the rows get. */
type SealingPlace = Pick<ChestWriting, 'chestId' | 'chestRevision' | 'now'> & { readonly ck: ChestKey }

/** Seals folders and items for rows of these ids, and yields to other requests. */
export async function sealElements(
  { ck, chestId, chestRevision, now }: SealingPlace,
  actor: Pick<Actor, 'id'>,
  { folders, items }: Insertion,
  { ids, levels }: { readonly ids: DrawnIds; readonly levels: Levels },
  onProgress?: OnProgress,
): Promise<SealedElements> {
  const yielder = createYielder()
  const parentOf = (place: InsertPlace): number | null =>
    'existing' in place ? place.existing : numberAt(ids.folders, place.inserted)
  const rowAt = (id: number, place: InsertPlace, source: NewSource | undefined) => ({
    id,
    chestId,
    chestRevision,
    parentId: parentOf(place),
    by: actor.id,
    at: now,
    ...(source && { source: sourceAt(source, chestRevision) }),
  })
  const versions: Insertable<Tables['versions']>[] = []
  const addVersions = (
    table: ElementTable,
    row: { readonly id?: number | undefined; readonly wrapped_key: Sealed },
    place: InsertPlace,
    oldValues: readonly ImportedOldValue[] = [],
  ): void => {
    const { id = 0, wrapped_key } = row
    if (oldValues.length === 0) return
    const key = unwrapElementKey(ck, table, { id, wrapped_key }, parentOf(place))
    const element = table === 'folders' ? 'folder' : 'item'
    // The newest has the highest id.
    for (const old of oldValues.toReversed()) {
      const versionId = numberAt(ids.versions, versions.length)
      versions.push(importedVersionRow({ now }, actor, key, { versionId, element, id }, old))
    }
  }
  const folderRows: Insertable<Tables['folders']>[] = []
  for (const [index, { place, source, oldValues, ...folder }] of folders.entries()) {
    const row = newFolderRow(ck, rowAt(numberAt(ids.folders, index), place, source), folder)
    folderRows.push(row)
    addVersions('folders', row, place, oldValues)
    const rest = yielder.step(4)
    if (rest) await rest
  }
  const itemRows: Insertable<Tables['items']>[] = []
  for (const [index, { item, place, source }] of items.entries()) {
    const at = rowAt(numberAt(ids.items, index), place, source)
    const row = newItemRow(ck, at, contentOf(item, levelOf(levels, item)))
    itemRows.push(row)
    addVersions('items', row, place, item.oldValues)
    onProgress?.('sealing', itemRows.length)
    const pause = yielder.step(4)
    if (pause) await pause
  }
  return { folders: folderRows, items: itemRows, versions }
}

/** Inserts sealed elements, and begins their history. */
export async function writeElements(
  { tx, chestId, now }: Pick<ChestWriting, 'tx' | 'chestId' | 'now'>,
  actor: Pick<Actor, 'id' | 'login'>,
  { folders, items, versions }: SealedElements,
  onProgress?: OnProgress,
): Promise<void> {
  const yielder = createYielder()
  await insertRows(tx, 'folders', folders, yielder)
  await insertRows(tx, 'items', items, yielder, (written) => onProgress?.('writing', written))
  await insertRows(tx, 'versions', versions, yielder)
  const creationOf = (element: 'folder' | 'item', id = 0): Insertable<Tables['history']> => ({
    chest_id: chestId,
    element,
    element_id: id,
    action: historyActionOf.creation,
    param_name: null,
    user_id: actor.id,
    user_name: actor.login,
    created_at: now,
  })
  const history = [
    ...folders.map(({ id }) => creationOf('folder', id)),
    ...items.map(({ id }) => creationOf('item', id)),
  ]
  await insertRows(tx, 'history', history, yielder)
}

/** Draws ids for folders and items, seals and inserts them. @returns their ids, in the order of the lists */
export async function insertElements(
  writing: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  insertion: Insertion,
  levels: Levels,
): Promise<{ folderIds: readonly number[]; itemIds: readonly number[] }> {
  const ids = await drawIds(writing.tx, insertion)
  const place = { ...writing, ck: await writing.key() }
  await writeElements(writing, actor, await sealElements(place, actor, insertion, { ids, levels }))
  return { folderIds: ids.folders, itemIds: ids.items }
}

function contentOf(item: ComparedItem, level: StrengthLevel) {
  const { password, fields, passwordAt } = item
  const otp = item.otp === null ? null : storedOtp(item.otp)
  const usualCategory = otp && password === '' ? otpCategoryId : defaultCategoryId
  const categoryId = item.categoryId ?? usualCategory
  const renewBefore = item.renewBefore ?? null
  return { ...itemTextsOf(item), password, passwordAt, otp, categoryId, level, fields, renewBefore }
}

function numberAt(ids: readonly number[], place: number): number {
  const id = ids[place]
  if (id === undefined) throw new RangeError('fewer identifiers than rows')
  return id
}
