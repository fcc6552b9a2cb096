import { session } from '#contract/platform/session.ts'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import { chests } from '#contract/vault/chests.ts'
import { explorer } from '#contract/vault/explorer.ts'
import { favourites } from '#contract/vault/favourites.ts'
import { masterKey } from '#contract/vault/master-key.ts'
import type { Also, Handler } from '#server/access/handler.ts'

const noChest = {
  chest: null,
  rights: null,
  lock: null,
  page: null,
  breadcrumb: null,
  tree: null,
  favouriteItems: null,
}

/** Returns what the explorer shows of a chest; of a locked one no content, which its own calls would refuse. */
async function chestParts(also: Also, id: number, place: Omit<QueryOf<typeof explorer.data>, 'chestId'>) {
  const params = { id }
  const [chest, rights, lock] = await Promise.all([
    also(chests.read, { params }),
    also(chests.rightsOfCaller, { params }),
    also(masterKey.state, { params }),
  ])
  if (chest === null || rights === null) return noChest
  if (chest.guardian && lock?.unlocked !== true) return { ...noChest, chest, rights, lock }
  const { sort: _sort, direction: _direction, ...spot } = place
  const [page, breadcrumb, tree, favouriteItems] = await Promise.all([
    also(explorer.data, { query: { ...place, chestId: id } }),
    also(explorer.breadcrumb, { query: { ...spot, chestId: id } }),
    also(chests.tree, { params }),
    also(favourites.items, { params }),
  ])
  return { chest, rights, lock, page, breadcrumb, tree, favouriteItems }
}

/** Joins the replies that the explorer's first screen needs, so that a slow network waits once. */
export const readArrival: Handler<typeof explorer.arrival> = async ({ also, query }) => {
  const { chestId, marked: _marked, ...whole } = query
  const { selectId: _selectId, selectType: _selectType, ...rest } = whole
  // An address with an offset has found the page of its selection: the page asks for it by folder and offset.
  const place = whole.offset === undefined ? whole : rest
  const [own, favouriteChests] = await Promise.all([also(session.read, {}), also(favourites.chests, {})])
  const id = chestId ?? own?.user.lastChestId ?? null
  const parts = id === null ? noChest : await chestParts(also, id, place)
  return { session: own, favouriteChests, ...parts }
}
