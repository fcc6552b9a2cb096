import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { favourites } from '#contract/vault/favourites.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'

export type FavouriteChest = ReplyOf<typeof favourites.chests>[number]
export type FavouriteItem = ReplyOf<typeof favourites.items>[number]

/** The caller's favourite chests, in the order of their addition. */
export const useFavouriteChests = () =>
  useQuery({
    ...replyQuery(cacheKeys.favouriteChests, favourites.chests, {}),
    staleTime: 30_000,
  })

/** The caller's favourite items in a chest, in the order of their addition. */
export const useFavouriteItems = (chestId: number) =>
  useQuery(replyQuery(cacheKeys.favouriteItems(chestId), favourites.items, { params: { id: chestId } }))
