import { useState, type ReactNode } from 'react'
import { chestTexts } from '#texts/vault/chests.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import type { ChestChooserProps } from '#web/vault/chests/ChestChooser.tsx'
import { StarButton } from '#web/vault/favourites/StarButton.tsx'
import { useFavouriteChests } from '#web/vault/favourites/queries.ts'
import { useFailureToast } from '#web/vault/favourites/useFailureToast.ts'
import { useToggleChest } from '#web/vault/favourites/useToggle.ts'
import type { UserChest } from '#web/vault/chests/queries.ts'
import { readRecentChests } from '#web/vault/chests/recentChests.ts'
import { useSession } from '#web/platform/shell/session.ts'

/** Returns the favourite toggle of each chest in a chooser, and the chests that stand first: favourite and recent ones. */
export function useChestStars(currentId: number | null): Pick<ChestChooserProps, 'star' | 'first'> {
  const { user } = useSession()
  const { data = [], error, isPending } = useFavouriteChests()
  useFailureToast(error)
  const toggle = useToggleChest()
  const ids = data.map(({ chest_id: chestId }) => chestId)
  const star = (chest: UserChest): ReactNode => (
    <StarButton name={chest.name} isFavourite={ids.includes(chest.id)} onToggle={() => toggle(chest)} />
  )
  const [first, setFirst] = useState<ChestChooserProps['first']>('pending')
  // As they were when the chooser opened: a chest that is toggled keeps its position and the focus.
  if (first === 'pending' && !isPending)
    setFirst([
      { title: favouriteTexts.chests, ids },
      {
        title: chestTexts.recent,
        ids: readRecentChests(user.id).filter((id) => id !== currentId),
        areRecent: true,
      },
    ])
  return { star, first }
}
