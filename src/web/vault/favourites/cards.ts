import { clickableHref } from '#domain/platform/address-danger.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import type { FavouriteItem } from './queries.ts'

/** What a card shows of a favourite item. */
export type ItemCard = {
  readonly favourite: FavouriteItem
  readonly name: string
  readonly login: string
  /** Where the address leads, null when a click may not follow it; with what to call it. */
  readonly href: string | null
  readonly host: string
}

/** @throws when the favourite lacks what a card is made of */
function cardOf(favourite: FavouriteItem): ItemCard {
  const { name, login, address } = favourite
  if (name.trim() === '' || !(favourite.item_id > 0)) throw new Error('no name or no item')
  const href = clickableHref(address.trim())
  return { favourite, name: name.trim(), login: login.trim(), href, host: href === null ? '' : hostOf(href) }
}

/** The cards of the last five, the newest first, and how many favourites could not be turned into one [FAVO-11]. */
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
