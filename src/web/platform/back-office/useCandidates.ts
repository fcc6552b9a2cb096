import { useEffect } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { paging } from '#domain/platform/limits.ts'
import type { Pickable } from './PickList.tsx'

/** The source of a picker's candidates. */
export type Source = {
  /** A part of the cache key. */
  key: readonly unknown[]
  fetch: (
    query: { offset: number; limit: number; search?: string },
    signal: AbortSignal,
  ) => Promise<{ items: readonly Pickable[]; total: number }>
}

const limit = paging.maximum
/** Loads the next page when fewer candidates than this remain, because the others are attached. */
const fewest = 8

/** The loaded candidates that are not attached. */
export function useCandidates(source: Source, search: string, attachedIds: ReadonlySet<number>) {
  const query = useInfiniteQuery({
    queryKey: ['candidates', ...source.key, search],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      source.fetch({ offset: pageParam, limit, ...(search !== '' && { search }) }, signal),
    getNextPageParam: ({ total }, _pages, last) => (last + limit < total ? last + limit : undefined),
  })
  const loaded = query.data?.pages.flatMap(({ items }) => items)
  const items = loaded?.filter(({ id }) => !attachedIds.has(id)) ?? null
  const { hasNextPage, isFetching, fetchNextPage } = query
  const isShort = items !== null && items.length < fewest
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, fetchNextPage])
  return {
    items,
    hasMore: hasNextPage,
    isLoading: isFetching,
    error: items === null ? query.error : null,
    loadMore: () => void fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
