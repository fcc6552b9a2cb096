import { useLayoutEffect, useState, type RefObject } from 'react'
import { readPlace, selectionOf, viewOf, withMarks, type Place } from '#web/vault/explorer/place.ts'
import type { ExplorerReply } from '#web/vault/explorer/queries.ts'
import { keyOf, restoreFocusToElement, type Row } from '#web/vault/explorer/rows.ts'
import type { Sort } from '#web/platform/ui/dataTableColumns.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'

export type WalkInput = {
  chestId: number
  place: Place
  goTo: GoTo
  /** The page shown; undefined without one. */
  page: ExplorerReply | undefined
  /** The element that scrolls. A new page is shown from its top. */
  scroll: RefObject<HTMLElement | null>
  prefetch: (place: Place) => void
}

function showTop(rows: HTMLElement): void {
  rows.scrollTo({ top: 0 })
  const around = rows.parentElement
  if (around === null || around.scrollTop === 0) return
  // The scroll container is the offset parent of the rows.
  around.scrollTop = Math.min(around.scrollTop, rows.offsetTop)
}

/** Returns the navigation within a chest: open a folder, select an element, clear the selection. */
export function useChestNavigation({ chestId, place, goTo, page, scroll, prefetch }: WalkInput) {
  const [edit, setEdit] = useState({ key: '', request: 0 })
  const selection = selectionOf(place)
  const selectedKey = selection === null ? null : keyOf(selection)

  const { folderId, pagination: { offset = 0, limit = 0 } = {} } = page ?? {}
  // In the same paint as the rows of the page.
  useLayoutEffect(() => {
    if (scroll.current !== null) showTop(scroll.current)
  }, [folderId, offset, limit, scroll])

  const folderPlace = (id: number | null): Place => ({
    chestId,
    ...(id !== null && { folderId: id }),
    ...viewOf(place),
  })
  const openFolder = (id: number | null) => goTo(folderPlace(id))
  const select = (type: 'item' | 'folder', id: number, isEditing = false) => {
    // A counter, so that a repeated request for the same element has an effect.
    setEdit(({ request }) => ({ key: isEditing ? keyOf({ type, id }) : '', request: request + 1 }))
    goTo({ ...place, selectType: type, selectId: id, offset })
  }
  const clearSelection = (from = place) => {
    const { selectId: _selectId, selectType: _selectType, ...rest } = from
    goTo(rest)
    // The panel unmounts with the focus: return it to the row that opened the panel.
    const isInTable = document.activeElement?.closest('[data-row]') !== null
    if (selectedKey !== null && !isInTable)
      document.querySelector<HTMLElement>(`[data-row="${selectedKey}"]`)?.focus({ preventScroll: true })
  }
  /** Opens the parent of the folder shown, and focuses the row of that folder. */
  const goUp = () => {
    if (page === undefined || page.folderId === null) return
    openFolder(page.parentId)
    restoreFocusToElement({ type: 'folder', id: page.folderId })
  }
  const open = (row: Row) => {
    if (row.kind === 'up') goUp()
    else if (row.kind === 'folder') openFolder(row.folder.id)
    else select('item', row.item.id)
  }
  /** Sorts the folder: from its first page, or from the one of the selected element. */
  const sortBy = ({ column, direction }: Sort) => {
    const { offset: _offset, ...rest } = withMarks(place, [])
    goTo(readPlace({ ...rest, sort: column, direction: direction === 'descending' ? 'DESC' : 'ASC' }))
  }
  /** Prefetches a folder that may be opened soon. */
  const prepareFolder = (id: number | null) => prefetch(folderPlace(id))
  const prepare = (row: Row) => {
    if (row.kind !== 'item') prepareFolder(row.kind === 'up' ? row.parentId : row.folder.id)
  }
  return {
    selection,
    selectedKey,
    /** Incremented for each request to edit the selected element; 0 when it is only shown. */
    editRequest: edit.key === selectedKey ? edit.request : 0,
    openFolder,
    select,
    clearSelection,
    goUp,
    open,
    sortBy,
    prepare,
    prepareFolder,
  }
}
