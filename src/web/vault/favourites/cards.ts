import { clickableHref } from '#domain/platform/address-danger.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import type { FavouriteItem } from './queries.ts'

/** What a card shows of a favourite item. */
export type ItemCard = {
  readonly favourite: FavouriteItem
  readonly name: string
  readonly login: string
  /** The link of the address, null when a click may not follow it, and its host. */
  readonly href: string | null
  readonly host: string
}

/** @throws when the favourite has no name or no item */
function cardOf(favourite: FavouriteItem): ItemCard {
  const { name, login, address } = favourite
  if (name.trim() === '' || !(favourite.item_id > 0)) throw new Error('no name or no item')
  const href = clickableHref(address.trim())
  return { favourite, name: name.trim(), login: login.trim(), href, host: href === null ? '' : hostOf(href) }
}

/** Returns the cards of the last five favourites, newest first, and the number of broken ones [FAVO-11]. */
export function cardsOf(favourites: readonly FavouriteItem[]): { cards: ItemCard[]; failed: number } {
  const last = favourites.slice(-screenLimits.favouriteItems).toReversed()
  const cards = last.flatMap((favourite) => {
    try {
      return [cardOf(favourite)]
    } catch {
      return []
    }
  })
  return { cards, failed: last.length - cards.length }
}

const hostOf = (href: string): string => {
  const url = URL.canParse(href) ? new URL(href) : null
  return url === null || url.host === '' ? href : url.host.replace(/^www\./, '')
}
