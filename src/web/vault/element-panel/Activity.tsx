import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { panelTexts } from '#texts/vault/contents.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { HistoryList, type WireEntry } from './HistoryList.tsx'
import type { ElementCalls } from './elementCalls.ts'
import { OldValues, type OldValueUse } from './OldValues.tsx'

/** The history in an element's reply: the latest entries, and the cursor of earlier ones. */
export type Active = { history: readonly WireEntry[]; historyBefore: number | null }

export type ActivityProps = {
  element: Active
  now: number
  calls: ElementCalls
  /** Set if the caller may change the element. */
  oldValues: OldValueUse | undefined
  /** Returns the present label of an extra field. */
  labelOf?: ((fieldId: number) => string | undefined) | undefined
}

/** The history of an element. Scrolling to its end loads the next page. */
export function Activity({ element, now, calls, oldValues, labelOf }: ActivityProps): ReactNode {
  // The length of the list when its end was last visible.
  const [reached, setReached] = useState(-1)
  const query = useInfiniteQuery({
    queryKey: [...calls.queryKey, 'history'],
    queryFn: ({ pageParam, signal }) => calls.history(pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ historyBefore }) => historyBefore ?? undefined,
    enabled: reached >= 0,
  })
  const entries = query.data?.pages.flatMap(({ history }) => history) ?? element.history
  const { length } = entries
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (reached === length && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [reached, length, hasNextPage, isFetching, isError, fetchNextPage])

  const watch = useCallback(
    (end: Element | null) => {
      if (end === null) return undefined
      const observer = new IntersectionObserver((seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setReached(length)
      })
      observer.observe(end)
      return () => observer.disconnect()
    },
    [length],
  )
  const hasMore = query.data === undefined ? element.historyBefore !== null : hasNextPage
  return (
    <>
      {oldValues === undefined ? (
        <HistoryList entries={entries} now={now} labelOf={labelOf} />
      ) : (
        <OldValues
          entries={entries}
          isWhole={!hasMore}
          now={now}
          calls={calls}
          use={oldValues}
          labelOf={labelOf}
        />
      )}
      {isError ? (
        <ErrorBlock title={panelTexts.loadFailed} onRetry={() => void fetchNextPage()}>
          {sentenceOf(query.error)}
        </ErrorBlock>
      ) : (
        hasMore && (
          <div ref={watch}>
            <Skeleton lines={3} />
          </div>
        )
      )}
    </>
  )
}
