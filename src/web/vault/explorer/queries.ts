import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { chests } from '#contract/vault/chests.ts'
import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { explorer } from '#contract/vault/explorer.ts'
import { paging } from '#domain/platform/limits.ts'
import { ApiError, isOutdated } from '#web/platform/api/errors.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import type { Place } from './place.ts'

export type ExplorerReply = ReplyOf<typeof explorer.data>
export type FolderRow = ExplorerReply['folders'][number]
export type ItemRow = ExplorerReply['items'][number]
export type ChestRights = ReplyOf<typeof chests.rightsOfCaller>

/** Returns the query of both explorer calls. A selection finds its page only without an offset. */
function queryOf(chestId: number, place: Place): QueryOf<typeof explorer.data> {
  const finds = place.offset === undefined && place.selectId !== undefined
  return {
    chestId,
    limit: place.limit ?? paging.defaultLimit,
    ...(place.folderId !== undefined && { folderId: place.folderId }),
    ...(finds
      ? { selectId: place.selectId ?? null, selectType: place.selectType ?? '' }
      : { offset: place.offset ?? 0 }),
    ...(place.sort !== undefined && { sort: place.sort, direction: place.direction ?? 'ASC' }),
  }
}

/** How long the previous folder stays visible while the next one loads, in milliseconds. */
const grace = 50

export const pageQuery = (chestId: number, place: Place) => {
  const query = queryOf(chestId, place)
  return replyQuery(cacheKeys.explorer(chestId, query), explorer.data, { query })
}

export const breadcrumbQuery = (chestId: number, place: Place) => {
  const {
    offset: _offset,
    limit: _limit,
    sort: _sort,
    direction: _direction,
    ...query
  } = queryOf(chestId, place)
  return replyQuery(cacheKeys.breadcrumb(chestId, query), explorer.breadcrumb, { query })
}

/**
 * One page of a folder. While another page of the same folder loads, the previous one stays visible. While
 * another folder loads it stays visible for `grace`, so that a fast reply shows no skeleton.
 */
export function useExplorerPage(chestId: number, place: Place) {
  const [isLate, setLate] = useState(false)
  const page = useQuery<ExplorerReply>({
    ...pageQuery(chestId, place),
    placeholderData: (former) =>
      !isLate || former?.folderId === (place.folderId ?? null) ? former : undefined,
  })
  const isLeaving = page.isPlaceholderData && page.data?.folderId !== (place.folderId ?? null)
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => setLate(true), grace)
    return () => clearTimeout(timer)
  }, [isLeaving])
  useRightsOfList(chestId, page)
  if (isLate && page.status === 'success' && !page.isPlaceholderData) setLate(false)
  return page
}

export const useBreadcrumb = (chestId: number, place: Place) =>
  useQuery({ ...breadcrumbQuery(chestId, place), placeholderData: (former) => former })

/** Returns a function that prefetches what a place shows. */
export function usePrefetch(chestId: number): (place: Place) => void {
  const cache = useQueryClient()
  return (place) => {
    void cache.prefetchQuery(pageQuery(chestId, place))
    void cache.prefetchQuery(breadcrumbQuery(chestId, place))
  }
}

export const useTree = (chestId: number) =>
  useQuery(replyQuery(cacheKeys.tree(chestId), chests.tree, { params: { id: chestId } }))

/** The chest. Reading it also makes it the default chest of the next visit; without `isRead` only the cache is. */
export const useChest = (chestId: number, isRead = true) =>
  useQuery({
    enabled: isRead,
    ...replyQuery(cacheKeys.chestHead(chestId), chests.read, { params: { id: chestId } }),
    staleTime: 60_000,
  })

export const noRights: ChestRights = {
  read: false,
  create: false,
  update: false,
  delete: false,
  export: false,
}

/** Returns the caller's rights on a chest, none while loading, so that no offered action is withdrawn. */
export const useRights = (chestId: number): ChestRights => useKnownRights(chestId) ?? noRights

/** Returns the caller's rights on a chest, undefined while loading, none after an error. */
export function useKnownRights(chestId: number): ChestRights | undefined {
  const { data, error } = useQuery({
    ...replyQuery(cacheKeys.rights(chestId), chests.rightsOfCaller, { params: { id: chestId } }),
    staleTime: 30_000,
  })
  if (error instanceof ApiError && isOutdated(error)) return noRights
  return data ?? (error === null ? undefined : noRights)
}

/** Takes over the rights that came with a list, if they are newer. */
function useRightsOfList(
  chestId: number,
  { data, isPlaceholderData, dataUpdatedAt }: UseQueryResult<ExplorerReply>,
): void {
  const cache = useQueryClient()
  const rights = isPlaceholderData ? undefined : data?.rights
  useEffect(() => {
    if (rights === undefined) return
    const queryKey = cacheKeys.rights(chestId)
    if ((cache.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < dataUpdatedAt)
      cache.setQueryData(queryKey, rights, { updatedAt: dataUpdatedAt })
  }, [cache, chestId, rights, dataUpdatedAt])
}

/** Returns a function that refreshes everything shown of a chest. */
export function useRefreshChest(chestId: number): () => Promise<void> {
  const cache = useQueryClient()
  const queryKey = cacheKeys.chest(chestId)
  return () => {
    // A prefetch from before the change would arrive afterwards and count as fresh.
    void cache.cancelQueries({ queryKey, type: 'inactive' })
    return cache.invalidateQueries({ queryKey })
  }
}
