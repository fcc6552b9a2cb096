import { useEffect, useRef } from 'react'
import { paging } from '#domain/platform/limits.ts'
import { findActiveRow, restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { withMarks, type Place } from './place.ts'
import type { ExplorerReply } from './queries.ts'
import type { Row } from './rows.ts'
import type { GoTo } from './usePlace.ts'
import { isMarkable } from './useMarks.ts'

/** The selection of all elements of a list with several pages. */
export type SelectWhole = { total: number; select: () => void }

/**
 * Returns the selection of the elements on all pages; null if this page is the whole list, or if no page can hold
 * it. It shows all of them on one page: what is selected stays in sight.
 */
export function useSelectWhole(
  place: Place,
  goTo: GoTo,
  page: { data: ExplorerReply | undefined; isPlaceholderData: boolean },
  rows: readonly Row[] | null,
): SelectWhole | null {
  const isWanted = useRef(false)
  const { total, limit } = page.data?.pagination ?? { total: 0, limit: 0 }
  const isShown = rows !== null && !page.isPlaceholderData && total <= limit
  useEffect(() => {
    if (!isWanted.current || !isShown) return
    isWanted.current = false
    goTo(
      withMarks(
        place,
        rows.filter(isMarkable).map(({ key }) => key),
      ),
    )
    // The button is gone.
    restoreFocus(findActiveRow)
  }, [isShown, place, goTo, rows])
  const size = paging.sizes.find((one) => one >= total)
  if (total <= limit || size === undefined) return null
  return {
    total,
    select: () => {
      isWanted.current = true
      goTo({ ...withMarks(place, []), offset: 0, limit: size })
    },
  }
}
