import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Place } from '#web/vault/explorer/place.ts'
import { pageQuery, type ExplorerReply } from '#web/vault/explorer/queries.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'

type Page = { data: ExplorerReply | undefined; isPlaceholderData: boolean; dataUpdatedAt: number }

/**
 * Replaces the address with what the reply found: the folder and the page of the selected element, or the
 * last page when the requested one is empty.
 */
export function useSettledPlace(
  chestId: number,
  place: Place,
  { data, isPlaceholderData, dataUpdatedAt }: Page,
  goTo: GoTo,
): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return
    const { folderId: _folderId, ...rest } = place
    const { offset, limit, total } = data.pagination
    if (place.selectId !== undefined && place.offset === undefined) {
      const settled = { ...rest, ...(data.folderId !== null && { folderId: data.folderId }), offset }
      // What an earlier visit left there lacks a new element: its row would vanish under the focus, and come back.
      cache.setQueryData(pageQuery(chestId, settled).queryKey, data, { updatedAt: dataUpdatedAt })
      goTo(settled)
    } else if (total > 0 && (place.offset ?? 0) >= total) {
      goTo({ ...place, offset: Math.floor((total - 1) / limit) * limit })
    }
  }, [cache, chestId, place, data, isPlaceholderData, dataUpdatedAt, goTo])
}
