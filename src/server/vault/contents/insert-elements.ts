import type { Insertable } from 'kysely'
import { defaultCategoryId, otpCategoryId } from '#domain/platform/categories.ts'
import { historyActionOf } from '#domain/vault/history.ts'
import { itemTextsOf } from '#domain/vault/item-fields.ts'
import type { ImportStage } from '#domain/vault/import-stages.ts'
import { parseOtpSecret } from '#domain/platform/one-time-code.ts'
import { measureStrength, type StrengthLevel } from '#domain/platform/password-strength.ts'
import type { Actor } from '#server/access/session.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder, type Yielder } from './yielder.ts'
import type { ChestWriting } from './chest-writing.ts'
import type { ComparedItem, ElementSource } from './element-source.ts'
import { newFolderRow, newItemRow } from './item-row.ts'
import type { StrengthGauge } from './strength.ts'

/** The place of an insertion: an existing folder (null: the chest's root), or one inserted with it. */
export type InsertPlace = { readonly existing: number | null } | { readonly inserted: number }

/** A source without its batch, which is the chest's revision of the insertion. */
export type NewSource = Omit<ElementSource, 'batch'>

export type FolderInsertion = {
  readonly name: string
  readonly description: string
  /** `inserted` is the index of an earlier folder of the list. */
  readonly place: InsertPlace
  readonly source?: NewSource
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
 * @param limitMs after this time the rest are rated by length and alphabet only
 */
export async function rateItems(
  strength: StrengthGauge,
  items: readonly ComparedItem[],
  { limitMs = ratingLimitMs, onProgress }: { limitMs?: number; onProgress?: OnProgress } = {},
): Promise<Levels> {
  const yielder = createYielder()
  const until = performance.now() + limitMs
  const levels = new Map<ComparedItem, StrengthLevel>()
  for (const item of items) {
    const judged = performance.now() < until
    const { password, name, login } = item
    levels.set(item, judged ? await strength.levelOf(password, [name, login]) : levelByCount(item))
    onProgress?.('judging', levels.size)
    const pause = yielder.step(32)
    if (pause) await pause
  }
  return levels
}

/**
 * Returns the level of an item's password; by length and alphabet if it was not rated before the transaction.
 */
export const levelOf = (levels: Levels, item: ComparedItem): StrengthLevel =>
  levels.get(item) ?? levelByCount(item)

const levelByCount = ({ password }: ComparedItem): StrengthLevel => measureStrength(password).level

/** Inserts folders and items. @returns their ids, in the order of the lists */
export async function insertElements(
  { tx, ...writing }: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  { folders, items }: Insertion,
  levels: Levels,
  onProgress?: OnProgress,
): Promise<{ folderIds: number[]; itemIds: number[] }> {
  const ck = await writing.key()
  const yielder = createYielder()
  const folderIds = await nextIds(tx, 'folders', folders.length)
  const itemIds = await nextIds(tx, 'items', items.length)
  const { chestId, chestRevision, now } = writing
  const parentOf = (place: InsertPlace): number | null =>
    'existing' in place ? place.existing : numberAt(folderIds, place.inserted)
  const rowAt = (id: number, place: InsertPlace, source: NewSource | undefined) => ({
    id,
    chestId,
    chestRevision,
    parentId: parentOf(place),
    by: actor.id,
    at: now,
    ...(source && { source: { ...source, batch: chestRevision } }),
  })
  const folderRows: Insertable<Tables['folders']>[] = []
  for (const [index, { place, source, ...folder }] of folders.entries()) {
    folderRows.push(newFolderRow(ck, rowAt(numberAt(folderIds, index), place, source), folder))
    const rest = yielder.step(4)
    if (rest) await rest
  }
  const itemRows: Insertable<Tables['items']>[] = []
  for (const [index, { item, place, source }] of items.entries()) {
    const row = rowAt(numberAt(itemIds, index), place, source)
    itemRows.push(newItemRow(ck, row, contentOf(item, levelOf(levels, item))))
    onProgress?.('sealing', itemRows.length)
    const pause = yielder.step(4)
    if (pause) await pause
  }
  await insertRows(folderRows, yielder, (rows) => tx.insertInto('folders').values(rows).execute())
  let written = 0
  await insertRows(itemRows, yielder, async (rows) => {
    await tx.insertInto('items').values(rows).execute()
    written += rows.length
    onProgress?.('writing', written)
  })
  const creationOf = (element: 'folder' | 'item', id: number): Insertable<Tables['history']> => ({
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
    ...folderIds.map((id) => creationOf('folder', id)),
    ...itemIds.map((id) => creationOf('item', id)),
  ]
  await insertRows(history, yielder, (rows) => tx.insertInto('history').values(rows).execute())
  return { folderIds, itemIds }
}

/** An entry with a code and no password becomes an OTP item; any other gets the default category. */
function contentOf(item: ComparedItem, level: StrengthLevel) {
  const { password } = item
  const otp = item.otp === null ? null : parseOtpSecret(item.otp)
  const categoryId = otp && password === '' ? otpCategoryId : defaultCategoryId
  return { ...itemTextsOf(item), password, otp, categoryId, level }
}

/** Rows per statement: far below the engines' parameter limits, and quick to compile. */
const rowsAtOnce = 100

async function insertRows<Row>(
  rows: readonly Row[],
  yielder: Yielder,
  insert: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await insert(rows.slice(from, from + rowsAtOnce))
    const pause = yielder.step(rowsAtOnce)
    if (pause) await pause
  }
}

function numberAt(ids: readonly number[], place: number): number {
  const id = ids[place]
  if (id === undefined) throw new RangeError('fewer identifiers than rows')
  return id
}
