import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { panelTexts } from '#texts/vault/contents.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { HistoryList, type WireEntry } from './HistoryList.tsx'
import { OldValues, type OldValueCalls } from './OldValues.tsx'

/** The history in an element's reply: the latest entries, and the cursor of earlier ones. */
export type Active = { history: readonly WireEntry[]; historyBefore: number | null }

/** Reads the history of one element in pages. */
export type ActivityOf = {
  /** The cache key, below that of the chest, so that a change in the chest invalidates it. */
  queryKey: readonly unknown[]
  page: (before: number | undefined, signal: AbortSignal) => Promise<Active>
}

export type ActivityProps = {
  element: Active
  now: number
  calls: ActivityOf
  /** Set if the caller may change the element. */
  oldValues: OldValueCalls | undefined
}

/** The history of an element. Scrolling to its end loads the next page. */
export function Activity({ element, now, calls, oldValues }: ActivityProps): ReactNode {
  // The length of the list when its end was last visible.
  const [reached, setReached] = useState(-1)
  const query = useInfiniteQuery({
    queryKey: calls.queryKey,
    queryFn: ({ pageParam, signal }) => calls.page(pageParam, signal),
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
        <HistoryList entries={entries} now={now} />
      ) : (
        <OldValues entries={entries} now={now} calls={oldValues} />
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
