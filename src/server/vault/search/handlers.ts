import type { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { searchLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { eachField, itemListedFields } from '#domain/vault/item-fields.ts'
import { shortPath, termOf, wordsOf } from '#domain/vault/search.ts'
import { currentBankOf } from '#server/access/current-bank.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { Unlock } from '#server/access/unlock.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { chestsOfBank, chestsToSearch, type SearchedChestRow } from '#server/vault/chests/chest-rows.ts'
import type { ChestIndexes } from '#server/vault/chest-index/chest-indexes.ts'
import type { Match } from '#server/vault/chest-index/best-matches.ts'
import type { Found } from '#server/vault/chest-index/scan.ts'
import { iconOfCategory, readCategories } from '#server/vault/contents/categories.ts'
import { findChests } from './chests.ts'
import { createSearchDeadline } from './deadline.ts'
import { createSearcher } from './searcher.ts'

type Reply = ReplyOf<(typeof search)['find']>

/** In milliseconds: a longer search checks again which chests the caller may read. */
const slowMs = 20

/** The chests that a caller may read now. A locked guardian chest is found by name only. */
type Readable = { readonly rows: readonly SearchedChestRow[]; readonly unlocks: ReadonlyMap<number, Unlock> }

/**
 * Returns the handler of the global search. It checks at each search which chests the caller may read. The
 * indexes of chests are cached between searches, but neither rights nor search terms.
 */
export const searchHandlers = (
  { db, log, indexes }: Pick<PlatformDeps, 'db' | 'log'> & { readonly indexes: ChestIndexes },
  { timeLimitMs = searchLimits.timeLimitMs }: { timeLimitMs?: number } = {},
): Handlers<typeof search> => {
  const turns = createTurns()
  const find = createSearcher(indexes)
  /** The damages that were logged: the next searches meet the same error for a while. */
  const told = new WeakSet<SealError>()

  /** Whether a chest got another key since its row was read, so that its content no longer unseals. */
  const isRekeyed = async (
    person: number,
    id: number,
    known: readonly SearchedChestRow[],
  ): Promise<boolean> => {
    const [now] = (await chestsToSearch(db, person)).filter((row) => row.id === id)
    const before = known.find((row) => row.id === id)
    return now?.keyVersion !== before?.keyVersion || now?.formerKeyVersion !== before?.formerKeyVersion
  }

  return {
    find: ({ actor, body, gone: goneSignal, unlocks }) => {
      const term = termOf(body.search)
      if (term === null)
        throw new Refusal('INVALID_REQUEST', { details: { field: 'body/search', rule: 'minLength' } })
      const words = wordsOf(term)
      const gone = goneSignal()
      return turns.take(actor.id, async () => {
        const bank = body.bank === 'current' ? await currentBankOf(db, actor) : null
        const among = bank && (await chestsOfBank(db, bank.id))
        const readable = async (): Promise<Readable> => {
          const [rows, opened] = [await chestsToSearch(db, actor.id), await unlocks()]
          return { rows: among ? rows.filter(({ id }) => among.has(id)) : rows, unlocks: opened }
        }
        const end = createSearchDeadline(gone, timeLimitMs)
        try {
          const since = performance.now()
          let now = await readable()
          const { rows } = now
          const chests = unlockedOf(now).map((row) => ({
            ...row,
            guardian: row.guardian === 1,
            unlock: now.unlocks.get(row.id) ?? null,
          }))
          const { found, isWhole } = await find(chests, words, end, async ({ id }, error) => {
            // The chest was deleted, or got a master key, since its row was read.
            if (error instanceof Refusal) return true
            // A root key that this node lacks is told as such.
            if (!(error instanceof SealError) || error.code === 'KEY_MISSING') throw error
            // A damaged chest hides nothing of the others.
            if (!told.has(error) && !(await isRekeyed(actor.id, id, rows))) {
              told.add(error)
              log.error({ err: error, chest: id }, 'a chest could not be searched')
            }
            return false
          })
          // Rights may have changed meanwhile.
          if (performance.now() - since > slowMs) now = await readable()
          const shown = new Map(unlockedOf(now).map((row) => [row.id, row]))
          const categories = new Map((await readCategories(db)).map(({ id, name }) => [id, name]))
          return {
            ...replyOf(found, shown, findChests(now.rows, words, searchLimits.chests), categories),
            incomplete: !isWhole,
          }
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
  { folders, items }: Found,
  shown: ReadonlyMap<number, SearchedChestRow>,
  chests: readonly SearchedChestRow[],
  categories: ReadonlyMap<number, string>,
): Omit<Reply, 'incomplete'> {
  const placed = ({ chestId, element, path }: Match) => {
    const chest = shown.get(chestId)
    if (!chest) return []
    return [
      {
        id: element.id,
        name: element.texts.name,
        chest_id: chest.id,
        folder_id: element.parentId,
        path: shortPath([chest.name, ...path]),
        guardian: chest.guardian === 1,
      },
    ]
  }
  return {
    chests: chests.map(({ id, name, description, guardian }) => ({
      id,
      name,
      description,
      guardian: guardian === 1,
    })),
    items: items.flatMap((match) => {
      const { texts, categoryId, hasPassword, hasOtp } = match.element
      return placed(match).map((place) => ({
        ...place,
        ...eachField(itemListedFields, (field) => texts[field]),
        category: { id: categoryId, name: categories.get(categoryId) ?? '' },
        categoryIcon: iconOfCategory(categoryId),
        hasPassword,
        hasOtp,
      }))
    }),
    folders: folders.flatMap(placed),
  }
}
