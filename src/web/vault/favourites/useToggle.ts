import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { favourites } from '#contract/vault/favourites.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { useToasts, type Toasts } from '#web/platform/ui/Toast.tsx'
import type { FavouriteChest, FavouriteItem } from './queries.ts'

/** A cached favourite. A negative id is one that the server has not confirmed. */
type Marked = { readonly id: number }

type Kind<Favourite extends Marked> = {
  readonly target: (favourite: Favourite) => number
  readonly add: (target: number) => Promise<{ id: number }>
  readonly remove: (favouriteId: number) => Promise<unknown>
}

const chestKind: Kind<FavouriteChest> = {
  target: ({ chest_id: chestId }) => chestId,
  add: (id) => call(favourites.addChest, { params: { id } }),
  remove: (id) => call(favourites.removeChest, { params: { id } }),
}
const itemKind: Kind<FavouriteItem> = {
  target: ({ item_id: itemId }) => itemId,
  add: (id) => call(favourites.addItem, { params: { id } }),
  remove: (id) => call(favourites.removeItem, { params: { id } }),
}

/** The queue of calls: quick toggles are sent in order. */
const underWay = new WeakMap<QueryClient, { last: Promise<void>; waiting: number }>()

/** Adds or removes a favourite: optimistically in the cache, then on the server, then by a refetch. */
async function toggle<Favourite extends Marked>(
  cache: QueryClient,
  toasts: Toasts,
  key: QueryKey,
  { target, add, remove }: Kind<Favourite>,
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

function useToggle<Favourite extends Marked>(key: QueryKey, kind: Kind<Favourite>) {
  const [cache, toasts] = [useQueryClient(), useToasts()]
  return (favourite: Favourite) => void toggle(cache, toasts, key, kind, favourite)
}

/** Returns the toggle of a favourite chest. */
export function useToggleChest(): (chest: { id: number; name: string; guardian: boolean }) => void {
  const toggleChest = useToggle(cacheKeys.favouriteChests, chestKind)
  return ({ id, name, guardian }) => toggleChest({ id: -id, chest_id: id, name, guardian })
}

/** Returns the toggle of a favourite item. Its card shows the known fields until the server confirms. */
export function useToggleItem(chestId: number): (item: Omit<FavouriteItem, 'id' | 'chest_id'>) => void {
  const toggleItem = useToggle(cacheKeys.favouriteItems(chestId), itemKind)
  return (item) => toggleItem({ ...item, id: -item.item_id, chest_id: chestId })
}
