import type { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { searchLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { eachField, itemListedFields } from '#domain/vault/item-fields.ts'
import { shortPath, termOf, wordsOf } from '#domain/vault/search.ts'
import { chestsToSearch, type SearchedChestRow } from '#server/vault/chests/chest-rows.ts'
import type { Unlock } from '#server/access/unlock.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import {
  createSearchTexts,
  readWithoutIndex,
  type SearchedChest,
} from '#server/vault/explorer/search-text.ts'
import type { IndexedItem } from '#server/vault/explorer/chest-index.ts'
import type { Handlers } from '#server/access/handler.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { findChests } from './chests.ts'
import { createSearchDeadline, type SearchDeadline } from './deadline.ts'
import { createFinder, type FoundElements } from './find.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestIndexes } from '#server/vault/explorer/chest-indexes.ts'

type Reply = ReplyOf<(typeof search)['find']>

/** Chests that are not in memory are read by one search of a user at a time, and by two in all. */
const readingsOfOne = { concurrency: 1, queue: 8 } as const
const readingsOfAll = { concurrency: 2, queue: Number.POSITIVE_INFINITY } as const

/** In milliseconds: a longer search checks again which chests the caller may read. */
const slowMs = 20

/** The chests that a caller may read now. A locked guardian chest is found by name only. */
type Readable = { readonly rows: readonly SearchedChestRow[]; readonly unlocks: ReadonlyMap<number, Unlock> }

/**
 * Returns the handler of the global search. It searches one chest after another, those in memory first, and
 * stores nothing of a chest but the matches. It checks at each search which chests the caller may read. Texts
 * of chests are cached between searches, but neither rights nor search terms.
 */
export const searchHandlers = (
  { db, indexes }: Pick<PlatformDeps, 'db'> & { readonly indexes: ChestIndexes },
  { timeLimitMs = searchLimits.timeLimitMs }: { timeLimitMs?: number } = {},
): Handlers<typeof search> => {
  const texts = createSearchTexts(indexes)
  const turns = createTurns()
  const ownReadings = createTurns(readingsOfOne)
  const readings = createWorkBound(readingsOfAll)

  const open = async (
    row: SearchedChestRow,
    unlocks: Readable['unlocks'],
    yielder: Yielder,
  ): Promise<SearchedChest | null> => {
    const chest = { ...row, guardian: row.guardian === 1, unlock: unlocks.get(row.id) ?? null }
    const index = await indexes.forSearch(chest)
    return index ? texts.of(index, yielder) : readWithoutIndex(indexes, chest, yielder)
  }

  /** @returns whether it searched all chests */
  const searchChests = async (
    person: number,
    { rows, unlocks }: Readable,
    search: {
      finder: ReturnType<typeof createFinder<SearchedChestRow>>
      yielder: Yielder
      end: SearchDeadline
    },
  ): Promise<boolean> => {
    const { finder, yielder, end } = search
    const inMemory = new Set(indexes.cachedIds())
    const look = async (row: SearchedChestRow): Promise<boolean> => {
      if (end.isOver()) return false
      try {
        const chest = await end.orOver(open(row, unlocks, yielder))
        return chest !== null && (await finder.searchChest(row, chest))
      } catch (error) {
        // The chest was deleted, or got a master key, since its row was read.
        if (error instanceof Refusal) return true
        if (error instanceof SealError && (await isRekeyed(person, row))) return false
        throw error
      }
    }
    let isWhole = true
    for (const row of rows.filter(({ id }) => inMemory.has(id))) isWhole = (await look(row)) && isWhole
    for (const row of rows.filter(({ id }) => !inMemory.has(id))) {
      const reading = ownReadings.take(person, () => readings.run(() => look(row)))
      isWhole = (await end.orOver(reading)) === true && isWhole
      if (end.isOver()) break
    }
    return isWhole
  }

  /** Whether a chest got another key since its row was read, so that its content no longer unseals. */
  const isRekeyed = async (person: number, row: SearchedChestRow): Promise<boolean> => {
    const now = (await chestsToSearch(db, person)).find(({ id }) => id === row.id)
    return now?.keyVersion !== row.keyVersion || now.formerKeyVersion !== row.formerKeyVersion
  }

  return {
    find: ({ actor, body, gone: goneSignal, unlocks }) => {
      const term = termOf(body.search)
      if (term === null)
        throw new Refusal('INVALID_REQUEST', { details: { field: 'body/search', rule: 'minLength' } })
      const words = wordsOf(term)
      const gone = goneSignal()
      const readable = async (): Promise<Readable> => {
        const [rows, opened] = [await chestsToSearch(db, actor.id), await unlocks()]
        return { rows, unlocks: opened }
      }
      return turns.take(actor.id, async () => {
        const end = createSearchDeadline(gone, timeLimitMs)
        try {
          const since = performance.now()
          const yielder = createYielder()
          const most = searchLimits.elements
          const finder = createFinder<SearchedChestRow>({ words, most, yielder, isOver: () => end.isOver() })
          let now = await readable()
          const isWhole = await searchChests(
            actor.id,
            { ...now, rows: unlockedOf(now) },
            { finder, yielder, end },
          )
          // Rights may have changed meanwhile.
          if (performance.now() - since > slowMs) now = await readable()
          const shown = new Set(unlockedOf(now).map(({ id }) => id))
          const chests = findChests(now.rows, words, searchLimits.chests)
          return { ...replyOf(finder.found(), shown, chests), incomplete: !isWhole }
        } finally {
          end.clear()
        }
      })
    },
  }
}

/** Returns the chests to search: a guardian chest only if the request unlocks it. */
const unlockedOf = ({ rows, unlocks }: Readable): SearchedChestRow[] =>
  rows.filter(({ id, guardian, keyVersion }) => guardian === 0 || unlocks.get(id)?.key.version === keyVersion)

/** @param shown the chests whose matches the caller may see */
function replyOf(
  { folders, items }: FoundElements<SearchedChestRow>,
  shown: ReadonlySet<number>,
  chests: readonly SearchedChestRow[],
): Omit<Reply, 'incomplete'> {
  const isShown = ({ place }: { place: { chest: SearchedChestRow } }): boolean => shown.has(place.chest.id)
  const placed = (
    { id, name, guardian }: { id: number; name: string; guardian: boolean },
    folderId: number | null,
    { chest, path }: { chest: SearchedChestRow; path: readonly string[] },
  ) => ({
    id,
    name,
    chest_id: chest.id,
    folder_id: folderId,
    path: shortPath([chest.name, ...path]),
    guardian,
  })
  return {
    chests: chests.map(({ id, name, description, guardian }) => ({
      id,
      name,
      description,
      guardian: guardian === 1,
    })),
    items: items
      .filter(isShown)
      .map(({ element, place }) => ({ ...placed(element, element.folderId, place), ...detailsOf(element) })),
    folders: folders.filter(isShown).map(({ element, place }) => placed(element, element.parentId, place)),
  }
}

const detailsOf = (item: IndexedItem) => ({
  ...eachField(itemListedFields, (field) => item[field]),
  category: { ...item.category },
  categoryIcon: item.categoryIcon,
})
