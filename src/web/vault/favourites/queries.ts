import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { favourites } from '#contract/vault/favourites.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'

export type FavouriteChest = ReplyOf<typeof favourites.chests>[number]
export type FavouriteItem = ReplyOf<typeof favourites.items>[number]

/** The caller's favourite chests, in the order of their addition. */
export const useFavouriteChests = () =>
  useQuery({
    queryKey: cacheKeys.favouriteChests,
    queryFn: ({ signal }) => call(favourites.chests, { signal }),
    staleTime: 30_000,
  })

/** The caller's favourite items in a chest, in the order of their addition. */
export const useFavouriteItems = (chestId: number) =>
  useQuery({
    queryKey: cacheKeys.favouriteItems(chestId),
    queryFn: ({ signal }) => call(favourites.items, { params: { id: chestId }, signal }),
  })
