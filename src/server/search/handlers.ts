import type { search } from '#contract/search.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { searchLimits } from '#domain/limits.ts'
import { Refusal } from '#domain/refusals.ts'
import { shortPath, wordsOf } from '#domain/search.ts'
import { chestsToSearch, type SearchedChestRow } from '../chests/queries.ts'
import type { Unlock } from '../access/unlock.ts'
import type { Deps } from '../deps.ts'
import { createBreather, type Breather } from '../elements/breather.ts'
import {
  createSearchTexts,
  isFolder,
  type ChestIndex,
  type IndexedItem,
  type SearchedChest,
} from '../explorer/queries.ts'
import type { Handlers } from '../http/handler.ts'
import { createTurns } from '../http/turns.ts'
import type { Found } from './best.ts'
import { findChests } from './chests.ts'
import { findElements } from './find.ts'

type Reply = ReplyOf<(typeof search)['find']>

/** A chest's row with what is looked through in it. */
type Opened = { readonly row: SearchedChestRow; readonly chest: SearchedChest }

/**
 * The global search. The chests are those that the caller may read at this moment: what is kept between searches are
 * texts of chests, never who may see them, nor what anybody searched for.
 */
export const searchHandlers = ({ db, indexes }: Pick<Deps, 'db' | 'indexes'>): Handlers<typeof search> => {
  const texts = createSearchTexts()
  const turns = createTurns()

  const open = async (
    rows: readonly SearchedChestRow[],
    unlocks: ReadonlyMap<number, Unlock>,
    breather: Breather,
    gone: AbortSignal,
  ) => {
    const opened: Opened[] = []
    let isSlow = false
    for (const row of rows) {
      // A locked chest is in no search; its name, which is no secret, is found with those of the others.
      const unlock = unlocks.get(row.id) ?? null
      const guardian = row.guardian === 1
      if (guardian && unlock?.key.version !== row.keyVersion) continue
      if (gone.aborted) break
      const since = performance.now()
      const index = await unlessGone(indexes.of({ ...row, guardian, unlock }))
      if (index) opened.push({ row, chest: await texts.of(index, breather) })
      isSlow ||= performance.now() - since > slowMs
    }
    return { opened, isSlow }
  }

  return {
    find: ({ actor, body, gone: goneSignal, unlocks: unlocked }) => {
      const gone = goneSignal()
      return turns.take(actor.id, async () => {
        const words = wordsOf(body.search)
        if (words.length === 0) return { chests: [], items: [], folders: [] }
        const breather = createBreather()
        let rows = await chestsToSearch(db, actor.id)
        const unlocks = await unlocked()
        let { opened, isSlow } = await open(rows, unlocks, breather, gone)
        if (isSlow) {
          // Reading chests for the first time takes long enough for rights to change: they are asked for again.
          rows = await chestsToSearch(db, actor.id)
          opened = (await open(rows, await unlocked(), breather, gone)).opened
        }
        const names = new Map(opened.map(({ row, chest }) => [chest, row]))
        const found = await findElements(
          opened.map(({ chest }) => chest),
          { words, most: searchLimits.elements, breather, isOver: () => gone.aborted },
        )
        return replyOf(found, names, findChests(rows, words, searchLimits.chests))
      })
    },
  }
}

/** Null for a chest that was destroyed, or got a master key, since its row was read: no reason to find nothing at all. */
const unlessGone = (index: Promise<ChestIndex>): Promise<ChestIndex | null> =>
  index.catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })

/** Opening a chest longer than this, it was read from the database. */
const slowMs = 20

function replyOf(
  found: readonly Found[],
  rows: ReadonlyMap<SearchedChest, SearchedChestRow>,
  chests: readonly SearchedChestRow[],
): Reply {
  const reply: Reply = {
    chests: chests.map(({ id, name, description, guardian }) => ({
      id,
      name,
      description,
      guardian: guardian === 1,
    })),
    items: [],
    folders: [],
  }
  for (const { element, chest } of found) {
    const row = rows.get(chest)
    if (!row) continue
    const { id, name, guardian } = element
    const folderId = isFolder(element) ? element.parentId : element.folderId
    const path = shortPath([row.name, ...chest.index.pathTo(folderId).map((folder) => folder.name)])
    const shown = { id, name, chest_id: row.id, folder_id: folderId, path, guardian }
    if (isFolder(element)) reply.folders.push(shown)
    else reply.items.push({ ...shown, ...detailsOf(element) })
  }
  return reply
}

const detailsOf = ({ login, address, category, categoryIcon }: IndexedItem) => ({
  login,
  address,
  category: { ...category },
  categoryIcon,
})
