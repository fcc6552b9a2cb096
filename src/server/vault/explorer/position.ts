import { paging } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { ChestIndex, IndexedFolder, IndexedItem } from '#server/vault/chest-index/chest-index.ts'

export type ExplorerQuery = {
  readonly folderId?: number | '' | null
  readonly selectId?: number | '' | null
  readonly selectType?: 'item' | 'folder' | ''
  readonly offset?: number
  readonly limit?: number
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
 */
export function pageAt(
  index: ChestIndex,
  { folderId, selected }: Position,
  { offset = 0, limit = paging.defaultLimit }: ExplorerQuery,
): ExplorerPage {
  const counts = index.countIn(folderId)
  const total = counts.folders + counts.items
  const place = selected ? index.placeOf(selected.type === 'item' ? 'items' : 'folders', selected.id) : -1
  let from = place >= 0 ? place - (place % limit) : offset
  if (from >= total) from = total === 0 ? 0 : total - 1 - ((total - 1) % limit)
  return { ...index.slice(folderId, from, limit), pagination: { total, offset: from, limit } }
}
