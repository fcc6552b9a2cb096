import { paging } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { ExplorerSort } from '#domain/vault/explorer-sorts.ts'
import type {
  ChestIndex,
  Entries,
  IndexedFolder,
  IndexedItem,
} from '#server/vault/chest-index/chest-index.ts'

export type ExplorerQuery = {
  readonly folderId?: number | '' | null
  readonly selectId?: number | '' | null
  readonly selectType?: 'item' | 'folder' | ''
  readonly offset?: number
  readonly limit?: number
  readonly sort?: ExplorerSort
  readonly direction?: 'ASC' | 'DESC'
}

/** What the explorer opens: a folder (null: the root), and the element to select. */
export type Position = {
  readonly folderId: number | null
  readonly selected: { readonly type: 'item' | 'folder'; readonly id: number } | null
}

const numberOr = (id: number | '' | null | undefined): number | null => (typeof id === 'number' ? id : null)

/**
 * Returns the position of a query: a selected element opens its own folder, whatever folder the query names.
 * @throws Refusal FOLDER_NOT_FOUND or ITEM_NOT_FOUND when the chest has no such element outside the trash
 */
export function positionOf(index: ChestIndex, query: ExplorerQuery): Position {
  const selectId = numberOr(query.selectId)
  if (selectId !== null && query.selectType === 'item') {
    const item = index.find('items', selectId)
    if (!item) throw new Refusal('ITEM_NOT_FOUND')
    return { folderId: item.parentId, selected: { type: 'item', id: selectId } }
  }
  if (selectId !== null && query.selectType === 'folder') {
    const folder = index.find('folders', selectId)
    if (!folder) throw new Refusal('FOLDER_NOT_FOUND')
    return { folderId: folder.parentId, selected: { type: 'folder', id: selectId } }
  }
  const folderId = numberOr(query.folderId)
  if (folderId !== null && !index.find('folders', folderId)) throw new Refusal('FOLDER_NOT_FOUND')
  return { folderId, selected: null }
}

export type ExplorerPage = {
  folders: IndexedFolder[]
  items: IndexedItem[]
  pagination: { total: number; offset: number; limit: number }
}

/**
 * Returns one page of a folder, folders before items: the page with the selected element, else the one at the
 * offset. Past the end, as after a deletion, it is the last page.
 * @param sorted the content of the folder in another order than by name
 */
export function pageAt(
  index: ChestIndex,
  { folderId, selected }: Position,
  { offset = 0, limit = paging.defaultLimit }: ExplorerQuery,
  sorted: Entries | null,
): ExplorerPage {
  const counts = sorted ? countsOf(sorted) : index.countIn(folderId)
  const total = counts.folders + counts.items
  const place = selected ? placeOf(index, selected, sorted) : -1
  let from = place >= 0 ? place - (place % limit) : offset
  if (from >= total) from = total === 0 ? 0 : total - 1 - ((total - 1) % limit)
  const rows = sorted ? index.sliceOf(sorted, from, limit) : index.slice(folderId, from, limit)
  return { ...rows, pagination: { total, offset: from, limit } }
}

const countsOf = ({ folders, items }: Entries): { folders: number; items: number } => ({
  folders: folders.length,
  items: items.length,
})

/** Returns the place of an element in its folder; -1 if it is not there. */
function placeOf(
  index: ChestIndex,
  { type, id }: NonNullable<Position['selected']>,
  sorted: Entries | null,
): number {
  const table = type === 'item' ? 'items' : 'folders'
  if (!sorted) return index.placeOf(table, id)
  const place = sorted[table].findIndex((entry) => index.idOf(entry) === id)
  return type === 'item' && place >= 0 ? sorted.folders.length + place : place
}
