import { useLayoutEffect, useState, type RefObject } from 'react'
import { selectionOf, type Place } from '#web/vault/explorer/place.ts'
import type { ExplorerReply, ReadAhead } from '#web/vault/explorer/queries.ts'
import { keyOf, type Row } from '#web/vault/explorer/rows.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'

export type WalkInput = {
  chestId: number
  place: Place
  goTo: GoTo
  /** The page in sight; undefined while there is none. */
  page: ExplorerReply | undefined
  /** What scrolls, in a low window with what is around it; a page shows from its top. */
  scroll: RefObject<HTMLElement | null>
  ahead: ReadAhead
}

function showTop(rows: HTMLElement): void {
  rows.scrollTo({ top: 0 })
  const around = rows.parentElement
  if (around === null || around.scrollTop === 0) return
  // What scrolls around the rows is positioned: their offset is the one from its top.
  around.scrollTop = Math.min(around.scrollTop, rows.offsetTop)
}

/** How one goes about in a chest: into folders, to an element and its panel, back to nothing selected. */
export function useWalk({ chestId, place, goTo, page, scroll, ahead }: WalkInput) {
  const [edit, setEdit] = useState({ key: '', request: 0 })
  const selection = selectionOf(place)
  const selectedKey = selection === null ? null : keyOf(selection)

  const { folderId, pagination: { offset = 0, limit = 0 } = {} } = page ?? {}
  // With the rows of the page, not before them.
  useLayoutEffect(() => {
    if (scroll.current !== null) showTop(scroll.current)
  }, [folderId, offset, limit, scroll])

  const folderPlace = (id: number | null): Place => ({
    chestId,
    ...(id !== null && { folderId: id }),
    ...(place.limit !== undefined && { limit: place.limit }),
  })
  const openFolder = (id: number | null) => goTo(folderPlace(id))
  const select = (type: 'item' | 'folder', id: number, isEditing = false) => {
    // Counted, so that asking again for the same element is heard.
    setEdit(({ request }) => ({ key: isEditing ? keyOf({ type, id }) : '', request: request + 1 }))
    goTo({ ...place, selectType: type, selectId: id, offset })
  }
  const clearSelection = (from = place) => {
    const { selectId: _selectId, selectType: _selectType, ...rest } = from
    goTo(rest)
    // The panel goes with what had the focus in it: the row that opened it takes it back.
    const isInTable = document.activeElement?.closest('[data-row]') !== null
    if (selectedKey !== null && !isInTable)
      document.querySelector<HTMLElement>(`[data-row="${selectedKey}"]`)?.focus({ preventScroll: true })
  }
  const open = (row: Row) => {
    if (row.kind === 'up') openFolder(row.parentId)
    else if (row.kind === 'folder') openFolder(row.folder.id)
    else select('item', row.item.id)
  }
  /** A folder is asked for while one is about to open it. */
  const prepareFolder = (id: number | null) => void ahead.read(folderPlace(id))
  const prepare = (row: Row) => {
    if (row.kind !== 'item') prepareFolder(row.kind === 'up' ? row.parentId : row.folder.id)
  }
  return {
    selection,
    selectedKey,
    /** Grows each time that the selected element is to be edited; 0 when it is only shown. */
    editRequest: edit.key === selectedKey ? edit.request : 0,
    openFolder,
    select,
    clearSelection,
    open,
    prepare,
    prepareFolder,
  }
}
