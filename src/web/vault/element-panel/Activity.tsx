import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { panelTexts } from '#texts/vault/contents.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { HistoryList, type WireEntry } from './HistoryList.tsx'
import { OldValues, type OldValueCalls } from './OldValues.tsx'

/** What an element brings of its history: the latest entries, and whether there are others before them. */
export type Active = { history: readonly WireEntry[]; historyBefore: number | null }

/** How the history of one element is read, a page at a time. */
export type ActivityOf = {
  /** Where it is kept in the cache: under the chest's, so that a change brings it up to date. */
  queryKey: readonly unknown[]
  page: (before: number | undefined, signal: AbortSignal) => Promise<Active>
}

export type ActivityProps = {
  element: Active
  now: number
  calls: ActivityOf
  /** For those who may change the element. */
  oldValues: OldValueCalls | undefined
}

/** What happened to an element. More of it is read as one comes to the end of what is there. */
export function Activity({ element, now, calls, oldValues }: ActivityProps): ReactNode {
  // At which length of the list its end came in sight.
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
