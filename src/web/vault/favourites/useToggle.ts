import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback } from 'react'
import { favourites } from '#contract/vault/favourites.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useToasts, type Toasts } from '#web/platform/ui/Toast.tsx'
import type { FavouriteChest, FavouriteItem } from './queries.ts'

/** A cached favourite. A negative id is one that the server has not confirmed. */
type Marked = { readonly id: number }

type Kind<Favourite extends Marked> = {
  readonly key: QueryKey
  readonly target: (favourite: Favourite) => number
  readonly add: (target: number) => Promise<{ id: number }>
  readonly remove: (favouriteId: number) => Promise<unknown>
}

/** The queue of calls: quick toggles are sent in order. */
const underWay = new WeakMap<QueryClient, { last: Promise<void>; waiting: number }>()

/** Adds or removes a favourite: optimistically in the cache, then on the server, then by a refetch. */
async function toggle<Favourite extends Marked>(
  cache: QueryClient,
  toasts: Toasts,
  { key, target, add, remove }: Kind<Favourite>,
  favourite: Favourite,
): Promise<void> {
  await cache.cancelQueries({ queryKey: key })
  const listed = cache.getQueryData<readonly Favourite[]>(key) ?? []
  const present = listed.find((one) => target(one) === target(favourite))
  cache.setQueryData(key, present ? listed.filter((one) => one !== present) : [...listed, favourite])

  const queue = underWay.get(cache) ?? { last: Promise.resolve(), waiting: 0 }
  underWay.set(cache, queue)
  queue.waiting += 1
  const tell = async () => {
    try {
      if (present === undefined) {
        await add(target(favourite))
        toasts.success(favouriteTexts.added)
      } else {
        // The cache has no server id for one that was just added. Adding is idempotent and returns it.
        await remove(present.id > 0 ? present.id : (await add(target(present))).id)
        toasts.success(favouriteTexts.removed)
      }
    } catch {
      toasts.error(present === undefined ? favouriteTexts.addFailed : favouriteTexts.removeFailed)
    }
    queue.waiting -= 1
    // A refetch while another toggle is queued would briefly revert that toggle.
    if (queue.waiting === 0) await cache.invalidateQueries({ queryKey: key })
  }
  queue.last = queue.last.then(tell)
  return queue.last
}

/** Returns the toggle of a favourite chest. */
export function useToggleChest(): (chest: { id: number; name: string; guardian: boolean }) => void {
  const [cache, toasts] = [useQueryClient(), useToasts()]
  return useCallback(
    ({ id, name, guardian }) =>
      void toggle<FavouriteChest>(
        cache,
        toasts,
        {
          key: cacheKeys.favouriteChests,
          target: ({ chest_id: chestId }) => chestId,
          add: (target) => call(favourites.addChest, { params: { id: target } }),
          remove: (favouriteId) => call(favourites.removeChest, { params: { id: favouriteId } }),
        },
        { id: -id, chest_id: id, name, guardian },
      ),
    [cache, toasts],
  )
}

/** Returns the toggle of a favourite item. Its card shows the known fields until the server confirms. */
export function useToggleItem(chestId: number): (item: Omit<FavouriteItem, 'id' | 'chest_id'>) => void {
  const [cache, toasts] = [useQueryClient(), useToasts()]
  return useCallback(
    (item) =>
      void toggle<FavouriteItem>(
        cache,
        toasts,
        {
          key: cacheKeys.favouriteItems(chestId),
          target: ({ item_id: itemId }) => itemId,
          add: (target) => call(favourites.addItem, { params: { id: target } }),
          remove: (favouriteId) => call(favourites.removeItem, { params: { id: favouriteId } }),
        },
        { ...item, id: -item.item_id, chest_id: chestId },
      ),
    [cache, toasts, chestId],
  )
}
