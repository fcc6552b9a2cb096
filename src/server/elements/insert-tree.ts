import type { Insertable, Transaction } from 'kysely'
import { defaultCategoryId, otpCategoryId } from '#domain/categories.ts'
import { historyActionOf } from '#domain/history.ts'
import type { ImportStage } from '#domain/import-stages.ts'
import { parseOtpSecret } from '#domain/one-time-code.ts'
import { measureStrength, type StrengthLevel } from '#domain/password-strength.ts'
import type { LocatedChest } from '../access/locate.ts'
import type { Actor } from '../access/session.ts'
import { nextIds } from '../database/columns.ts'
import type { FoldersTable, HistoryTable, ItemsTable } from '../database/chest-tables.ts'
import type { Tables } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { createBreather, type Breather } from './breather.ts'
import { writeToChest, type ChestWriting } from './chest-writing.ts'
import { levelUnder, requireLevel } from './folder-tree.ts'
import { newFolderRow, newItemRow } from './item-row.ts'
import type { StrengthGauge } from './strength.ts'

/** Content to bring in, as the readers of import files give it. */
export type ItemToInsert = {
  name: string
  login: string
  password: string
  address: string
  description: string
  /** A base32 secret or an otpauth address; null: none. */
  otp: string | null
}
export type FolderToInsert = {
  name: string
  description: string
  folders: readonly FolderToInsert[]
  items: readonly ItemToInsert[]
}

export type Destination = { chest: LocatedChest; folderId: number | null; actor: Pick<Actor, 'id' | 'login'> }

/** The strength of every password of a tree, found before the transaction: judging takes milliseconds each. */
export type Levels = ReadonlyMap<ItemToInsert, StrengthLevel>

/** Told how many items of the tree are through a stage. */
export type OnProgress = (stage: ImportStage, done: number) => void

/** Some five thousand passwords of people; a file of the worst ones would keep a processor busy for ten minutes. */
const judgingLimitMs = 20_000

/**
 * Judges the passwords of a tree while other requests go on.
 * @param limitMs after so long the rest is rated by its count alone, as while dictionaries are on their way
 */
export async function judgeTree(
  strength: StrengthGauge,
  tree: FolderToInsert,
  { limitMs = judgingLimitMs, onProgress }: { limitMs?: number; onProgress?: OnProgress } = {},
): Promise<Levels> {
  const breather = createBreather()
  const until = performance.now() + limitMs
  const levels = new Map<ItemToInsert, StrengthLevel>()
  for (const { items } of flatten(tree)) {
    for (const item of items) {
      const judged = performance.now() < until
      const { password, name, login } = item
      levels.set(
        item,
        judged ? await strength.levelOf(password, [name, login]) : measureStrength(password).level,
      )
      onProgress?.('judging', levels.size)
      const pause = breather.step(32)
      if (pause) await pause
    }
  }
  return levels
}

/**
 * Inserts a folder with all it holds in one transaction; the chest's revision is raised once.
 * @returns the id of the tree's own folder
 * @throws Refusal FOLDER_NOT_FOUND for an unknown destination, FOLDER_TOO_DEEP when the tree would go too deep
 */
export async function insertTree(
  tx: Transaction<Tables>,
  deps: Pick<Deps, 'chestKeys' | 'clock'>,
  { chest, folderId, actor }: Destination,
  tree: FolderToInsert,
  levels: Levels,
  onProgress?: OnProgress,
): Promise<number> {
  const writing = await writeToChest(tx, deps, chest)
  const ck = await writing.key()
  const breather = createBreather()
  const folders = flatten(tree)
  const top = await levelUnder(tx, chest.id, folderId)
  requireLevel(top + Math.max(...folders.map(({ depth }) => depth)))
  const folderIds = await nextIds(tx, 'folders', folders.length)
  const itemIds = await nextIds(tx, 'items', levels.size)
  const { chestId, chestRevision, now } = writing
  const rowAt = (id: number, parentId: number | null) => ({
    id,
    chestId,
    chestRevision,
    parentId,
    by: actor.id,
    at: now,
  })
  const folderRows: Insertable<FoldersTable>[] = []
  const itemRows: Insertable<ItemsTable>[] = []
  for (const [place, { folder, parent, items }] of folders.entries()) {
    const id = numberAt(folderIds, place)
    const parentId = parent === null ? folderId : numberAt(folderIds, parent)
    folderRows.push(newFolderRow(ck, rowAt(id, parentId), folder))
    const rest = breather.step(4)
    if (rest) await rest
    for (const item of items) {
      const itemId = numberAt(itemIds, itemRows.length)
      itemRows.push(newItemRow(ck, rowAt(itemId, id), contentOf(item, levels.get(item) ?? 0)))
      onProgress?.('sealing', itemRows.length)
      const pause = breather.step(4)
      if (pause) await pause
    }
  }
  await insertRows(folderRows, breather, (rows) => tx.insertInto('folders').values(rows).execute())
  let written = 0
  await insertRows(itemRows, breather, async (rows) => {
    await tx.insertInto('items').values(rows).execute()
    written += rows.length
    onProgress?.('writing', written)
  })
  await insertRows(
    [
      ...folderIds.map((id) => creationOf(writing, actor, 'folder', id)),
      ...itemIds.map((id) => creationOf(writing, actor, 'item', id)),
    ],
    breather,
    (rows) => tx.insertInto('history').values(rows).execute(),
  )
  return numberAt(folderIds, 0)
}

type Flat = { folder: FolderToInsert; items: readonly ItemToInsert[]; parent: number | null; depth: number }

/** The folders of a tree, parents first; `parent` is the place of the parent in the list, `depth` from 0. */
function flatten(tree: FolderToInsert): Flat[] {
  const flat: Flat[] = [{ folder: tree, items: tree.items, parent: null, depth: 0 }]
  for (let place = 0; place < flat.length; place += 1) {
    const { folder, depth } = flat[place] as Flat
    for (const child of folder.folders) {
      flat.push({ folder: child, items: child.items, parent: place, depth: depth + 1 })
    }
  }
  return flat
}

/** An entry with a code and no password is an OTP item; the others are web sites until somebody says otherwise. */
function contentOf({ otp, ...item }: ItemToInsert, level: number) {
  const settings = otp === null ? null : parseOtpSecret(otp)
  const categoryId = settings && item.password === '' ? otpCategoryId : defaultCategoryId
  return { ...item, otp: settings, categoryId, level }
}

const creationOf = (
  { chestId, now }: ChestWriting,
  actor: Destination['actor'],
  element: 'folder' | 'item',
  id: number,
): Insertable<HistoryTable> => ({
  chest_id: chestId,
  element,
  element_id: id,
  action: historyActionOf.creation,
  param_name: null,
  user_id: actor.id,
  user_name: actor.login,
  created_at: now,
})

/** So many rows a statement: far from the engines' limits of parameters, and quick to compile. */
const rowsAtOnce = 100

async function insertRows<Row>(
  rows: readonly Row[],
  breather: Breather,
  insert: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await insert(rows.slice(from, from + rowsAtOnce))
    const pause = breather.step(rowsAtOnce)
    if (pause) await pause
  }
}

function numberAt(ids: readonly number[], place: number): number {
  const id = ids[place]
  if (id === undefined) throw new RangeError('fewer identifiers than rows')
  return id
}
