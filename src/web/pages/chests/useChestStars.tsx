import type { ReactNode } from 'react'
import { StarButton } from '#web/vault/favourites/StarButton.tsx'
import { useFavouriteChests } from '#web/vault/favourites/queries.ts'
import { useFailureToast } from '#web/vault/favourites/useFailureToast.ts'
import { useToggleChest } from '#web/vault/favourites/useToggle.ts'
import type { UserChest } from '#web/vault/chests/queries.ts'

/** Returns the favourite toggle of each chest in a chooser, and the ids of the favourites. */
export function useChestStars() {
  const { data = [], error, isPending } = useFavouriteChests()
  useFailureToast(error)
  const toggle = useToggleChest()
  const ids = new Set(data.map(({ chest_id: chestId }) => chestId))
  const star = (chest: UserChest): ReactNode => (
    <StarButton name={chest.name} isFavourite={ids.has(chest.id)} onToggle={() => toggle(chest)} />
  )
  return { star, ids, isPending }
}
