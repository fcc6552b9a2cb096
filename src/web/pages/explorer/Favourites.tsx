import type { ReactNode } from 'react'
import { itemTexts } from '#texts/vault/contents.ts'
import { hrefOf } from '#web/vault/explorer/place.ts'
import type { GoTo } from '#web/vault/explorer/usePlace.ts'
import { ChestCards } from '#web/vault/favourites/ChestCards.tsx'
import { ItemCards } from '#web/vault/favourites/ItemCards.tsx'
import { useFavouriteChests, useFavouriteItems, type FavouriteItem } from '#web/vault/favourites/queries.ts'
import { StarButton } from '#web/vault/favourites/StarButton.tsx'
import { useFailureToast } from '#web/vault/favourites/useFailureToast.ts'
import { useToggleChest, useToggleItem } from '#web/vault/favourites/useToggle.ts'
import { OtpCell } from '#web/vault/items/OtpCell.tsx'
import { useItem } from '#web/vault/items/queries.ts'
import { useCopyPassword, useCopyText } from '#web/vault/items/secrets.ts'

/** The caller's favourite items of a chest, above its table. */
export function FavouriteItems({ chestId, goTo }: { chestId: number; goTo: GoTo }): ReactNode {
  const { data, error } = useFavouriteItems(chestId)
  const toggle = useToggleItem(chestId)
  const copyText = useCopyText()
  const copyPassword = useCopyPassword('explorer')
  useFailureToast(error)
  if (data === undefined) return null
  return (
    <ItemCards
      items={data}
      use={{
        hrefOf: (favourite) => hrefOf(placeOf(favourite)),
        open: (favourite) => goTo(placeOf(favourite)),
        copyLogin: (login) => void copyText(login, itemTexts.fields.login),
        copyPassword: (itemId) => void copyPassword(itemId),
        otp: ({ itemId, name }) => <OtpCell itemId={itemId} name={name} look="card" />,
        toggle,
      }}
    />
  )
}

/** Returns the place of an item. The server finds the page that contains it. */
const placeOf = ({ chest_id: chestId, folder_id: folderId, item_id: selectId }: FavouriteItem) => ({
  chestId,
  ...(folderId !== null && { folderId }),
  selectType: 'item' as const,
  selectId,
})

/** The favourite toggle of the current chest. */
export function ChestStar({ chest }: { chest: { id: number; name: string; guardian: boolean } }): ReactNode {
  const { data = [] } = useFavouriteChests()
  const toggle = useToggleChest()
  return (
    <StarButton
      name={chest.name}
      isFavourite={data.some(({ chest_id: chestId }) => chestId === chest.id)}
      onToggle={() => toggle(chest)}
    />
  )
}

/** The favourite toggle of the item in the panel. */
export function ItemStar({ chestId, itemId }: { chestId: number; itemId: number }): ReactNode {
  const { data: item } = useItem(chestId, itemId)
  const { isFavourite, toggle } = useItemFavourite(chestId)
  return (
    item !== undefined && (
      <StarButton
        name={item.name}
        isFavourite={isFavourite(itemId)}
        onToggle={() => toggle({ ...item, item_id: itemId })}
      />
    )
  )
}

/** The caller's favourite chests, above the folders of the current chest. */
export function FavouriteChests({ chestId, goTo }: { chestId: number; goTo: GoTo }): ReactNode {
  const { data = [], error } = useFavouriteChests()
  useFailureToast(error)
  return (
    <ChestCards
      chests={data}
      currentId={chestId}
      hrefOf={(id) => hrefOf({ chestId: id })}
      onOpen={(id) => goTo({ chestId: id })}
    />
  )
}

/** Whether an item is a favourite, and its toggle, for the menus of rows and panels. */
export type ItemFavourite = ReturnType<typeof useItemFavourite>

export function useItemFavourite(chestId: number) {
  const { data = [], isPending } = useFavouriteItems(chestId)
  const toggle = useToggleItem(chestId)
  return {
    /** While the favourites load, the content below their cards waits, so that nothing shifts. */
    isPending,
    isFavourite: (itemId: number) => data.some(({ item_id: id }) => id === itemId),
    toggle,
  }
}
