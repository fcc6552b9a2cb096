import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useCallback } from 'react'
import { favourites } from '#contract/vault/favourites.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useToasts, type Toasts } from '#web/platform/ui/Toast.tsx'
import type { FavouriteChest, FavouriteItem } from './queries.ts'

/** A favourite as the cache holds it; a negative id is one that the server has not answered yet. */
type Marked = { readonly id: number }

type Kind<Favourite extends Marked> = {
  readonly key: QueryKey
  readonly target: (favourite: Favourite) => number
  readonly add: (target: number) => Promise<{ id: number }>
  readonly remove: (favouriteId: number) => Promise<unknown>
}

/** What is being said to the server: presses that follow one another quickly are told in their order. */
const underWay = new WeakMap<QueryClient, { last: Promise<void>; waiting: number }>()

/** Adds when absent, removes when present: shown at once, told to the server, then the favourites are read again. */
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
        // One that was only just added is known to the server by another id: adding again answers it.
        await remove(present.id > 0 ? present.id : (await add(target(present))).id)
        toasts.success(favouriteTexts.removed)
      }
    } catch {
      toasts.error(present === undefined ? favouriteTexts.addFailed : favouriteTexts.removeFailed)
    }
    queue.waiting -= 1
    // Read while another press waits, the list would take that press back for a moment.
    if (queue.waiting === 0) await cache.invalidateQueries({ queryKey: key })
  }
  queue.last = queue.last.then(tell)
  return queue.last
}

/** The switch of a chest. */
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

/** The switch of an item; what is known of it makes its card until the server has answered. */
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
