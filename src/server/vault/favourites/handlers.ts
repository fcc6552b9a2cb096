import type { favourites } from '#contract/vault/favourites.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { favouriteTexts } from '#texts/vault/explorer.ts'
import { confirmRight, confirmRightAlone } from '#server/access/locate.ts'
import type { Handlers } from '#server/access/handler.ts'
import {
  addFavouriteChest,
  addFavouriteItem,
  favouriteChests,
  favouriteItems,
  removeFavourite,
} from './favourite-rows.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/**
 * Returns the handlers of favourites. Favourites are a user's own convenience and change no right, so the
 * journal does not record them.
 */
export const favouriteHandlers = ({
  db,
  clock,
  indexes,
}: Pick<VaultDeps, 'db' | 'clock' | 'indexes'>): Handlers<typeof favourites> => ({
  chests: async ({ actor }) =>
    (await favouriteChests(db, actor.id)).map(({ guardian, ...chest }) => ({
      ...chest,
      guardian: guardian === 1,
    })),

  addChest: ({ actor, chest }) =>
    db.transaction().execute(async (tx) => {
      await confirmRightAlone(tx, chest)
      const added = await addFavouriteChest(tx, { user: actor.id, chest: chest.id, at: clock() })
      if (!added) throw new Refusal('CHEST_NOT_FOUND')
      return { id: added.id, chest_id: chest.id, name: chest.name, guardian: chest.guardian }
    }),

  removeChest: async ({ actor, params: { id } }) => {
    if (!(await removeFavourite(db, 'favourite_chests', { id, user: actor.id })))
      throw new Refusal('FAVOURITE_NOT_FOUND')
    return { message: favouriteTexts.removed }
  },

  items: async ({ actor, chest }) => {
    const [index, rows] = await Promise.all([indexes.of(chest), favouriteItems(db, actor.id, chest.id)])
    return rows.flatMap(({ id, item_id: itemId }) => {
      const item = index.item(itemId)
      // Created or deleted between the two reads: the next reply shows it.
      if (!item) return []
      const { name, address, login, password, otp, folderId } = item
      return [
        { id, item_id: itemId, chest_id: chest.id, folder_id: folderId, name, address, login, password, otp },
      ]
    })
  },

  addItem: ({ actor, chest, params }) =>
    db.transaction().execute(async (tx) => {
      await confirmRight(tx, chest)
      const place = { user: actor.id, chest: chest.id, item: params.id }
      const added = await addFavouriteItem(tx, { ...place, at: clock() })
      if (!added) throw new Refusal('ITEM_NOT_FOUND')
      return { ...added, chest_id: chest.id }
    }),

  removeItem: async ({ actor, params: { id } }) => {
    if (!(await removeFavourite(db, 'favourite_items', { id, user: actor.id })))
      throw new Refusal('FAVOURITE_NOT_FOUND')
    return { message: favouriteTexts.removed }
  },
})
