import { useEffect } from 'react'
import type { Place } from '#web/vault/explorer/place.ts'
import type { ExplorerReply } from '#web/vault/explorer/queries.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'

type Page = { data: ExplorerReply | undefined; isPlaceholderData: boolean }

/**
 * Replaces the address with what the reply found: the folder and the page of the selected element, or the
 * last page when the requested one is empty.
 */
export function useSettledPlace(place: Place, { data, isPlaceholderData }: Page, goTo: GoTo): void {
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return
    const { folderId: _folderId, ...rest } = place
    const { offset, limit, total } = data.pagination
    if (place.selectId !== undefined && place.offset === undefined) {
      goTo({ ...rest, ...(data.folderId !== null && { folderId: data.folderId }), offset })
    } else if (total > 0 && (place.offset ?? 0) >= total) {
      goTo({ ...place, offset: Math.floor((total - 1) / limit) * limit })
    }
  }, [place, data, isPlaceholderData, goTo])
}
