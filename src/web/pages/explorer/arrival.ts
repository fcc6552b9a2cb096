import type { QueryClient } from '@tanstack/react-query'
import { defaultParseSearch } from '@tanstack/react-router'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { explorer } from '#contract/vault/explorer.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { readUnlocked } from '#web/platform/api/unlocked.ts'
import { readPlace, type Place } from '#web/vault/explorer/place.ts'
import { sessionOf } from '#web/platform/shell/session.ts'
import { breadcrumbQuery, pageQuery } from '#web/vault/explorer/queries.ts'

type Arrival = ReplyOf<typeof explorer.arrival>

declare global {
  interface Window {
    /** What early.js asked for, when, and with which handle; null where it was refused. */
    arrival?: { at: number; handle: string | null; reply: Promise<Arrival | null> }
  }
}

/**
 * How long the page waits for the first reply before it makes its own calls, in milliseconds. A busy server would answer
 * those later still, and be busier for them.
 */
const patienceMs = 8_000

/** Fills the cache with what early.js asked for, so that the explorer renders at once. */
export async function takeArrival(cache: QueryClient): Promise<void> {
  const { arrival } = window
  if (arrival === undefined) return
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null))
  const parts = await Promise.race([arrival.reply, late])
  if (parts?.session != null) fill(cache, parts, { session: parts.session, ...arrival })
}

/** Returns whether the page reads the address as the server did: it drops what is wrong, such as a size that is not offered. */
const isWhole = (place: Place): boolean =>
  [...new URLSearchParams(window.location.search).keys()].every((name) => name in place)

type Asked = { session: NonNullable<Arrival['session']>; at: number; handle: string | null }

function fill(cache: QueryClient, parts: Arrival, { session, at, handle }: Asked): void {
  const place = readPlace(defaultParseSearch(window.location.search))
  const chestId = place.chestId ?? session.user.lastChestId
  const keep = (key: readonly unknown[], value: unknown) => {
    if (value !== null) cache.setQueryData(key, value, { updatedAt: at })
  }
  keep(cacheKeys.session, sessionOf(session, performance.now() - (Date.now() - at)))
  keep(cacheKeys.favouriteChests, parts.favouriteChests)
  if (chestId === null) return
  keep(cacheKeys.chestHead(chestId), parts.chest)
  keep(cacheKeys.rights(chestId), parts.rights)
  const held = readUnlocked()
  // Another tab may have unlocked a chest since.
  if ((held?.key ?? null) === handle)
    keep(cacheKeys.lock(chestId, held?.id === chestId ? handle : null), parts.lock)
  keep(cacheKeys.tree(chestId), parts.tree)
  keep(cacheKeys.favouriteItems(chestId), parts.favouriteItems)
  if (!isWhole(place)) return
  keep(pageQuery(chestId, place).queryKey, parts.page)
  keep(breadcrumbQuery(chestId, place).queryKey, parts.breadcrumb)
}
