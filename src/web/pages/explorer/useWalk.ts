import { useState, type RefObject } from 'react'
import { selectionOf, type Place } from '#web/explorer/place.ts'
import { keyOf, type Row } from '#web/explorer/rows.ts'
import type { GoTo } from '#web/explorer/usePlace.ts'

export type WalkInput = {
  chestId: number
  place: Place
  goTo: GoTo
  /** Where the page in sight begins. */
  offset: number
  /** What scrolls; a folder opens at its top. */
  scroll: RefObject<HTMLElement | null>
}

/** How one goes about in a chest: into folders, to an element and its panel, back to nothing selected. */
export function useWalk({ chestId, place, goTo, offset, scroll }: WalkInput) {
  const [edit, setEdit] = useState({ key: '', request: 0 })
  const selection = selectionOf(place)
  const selectedKey = selection === null ? null : keyOf(selection)

  const openFolder = (id: number | null) => {
    goTo({
      chestId,
      ...(id !== null && { folderId: id }),
      ...(place.limit !== undefined && { limit: place.limit }),
    })
    scroll.current?.scrollTo({ top: 0 })
  }
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
  return {
    selection,
    selectedKey,
    /** Grows each time that the selected element is to be edited; 0 when it is only shown. */
    editRequest: edit.key === selectedKey ? edit.request : 0,
    openFolder,
    select,
    clearSelection,
    open,
  }
}
