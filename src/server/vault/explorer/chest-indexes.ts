import type { Kysely } from 'kysely'
import type { LocatedChest } from '#server/access/locate.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { createBreather, type Breather } from '#server/vault/contents/breather.ts'
import { ChestIndex, type IndexChange } from './chest-index.ts'
import { createFrenchOrder } from './french-order.ts'
import { changesAfter, type NamedCategory, type Reader } from './index-build.ts'
import { countElements } from './index-rows.ts'
import { wordsShare } from './search-block.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

/** What an index is found and made by. */
export type IndexedChest = Pick<
  LocatedChest,
  'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock' | 'revision'
>

/** The decrypted indexes of the chests in use. */
export type ChestIndexes = {
  /**
   * A chest's index, at the revision of the located chest or later. Built at the first call, brought up to date
   * by the rows that changed since, whoever changed them; all who wait for the same work share it.
   * That of a guardian chest is kept while somebody has it open (`master-key/unlocks.ts` lets go of it), and given to
   * nobody whose request does not open it.
   * @throws Refusal CHEST_LOCKED for a guardian chest that the request does not open
   */
  of(chest: IndexedChest): Promise<ChestIndex>
  /**
   * The same for a search, which opens many chests: an index that is not in memory is built only if it fits beside
   * those in use, so that a search evicts none of them. Null when it does not: `read` it instead.
   * @throws Refusal CHEST_LOCKED as above
   */
  forSearch(chest: IndexedChest): Promise<ChestIndex | null>
  /** Whether so many bytes more fit beside the indexes in use; those that nobody used for a while make room. */
  makeRoom(bytes: number): boolean
  /**
   * The folders or the items of a chest, decrypted chunk after chunk; none of them stays in memory. One that changes
   * meanwhile may come twice.
   * @throws Refusal CHEST_LOCKED as above
   */
  read(chest: IndexedChest, table: ElementTable, breather: Breather): AsyncGenerator<IndexChange[]>
  /** Drops a chest's index: it was destroyed, locked or got another key. */
  forget(chestId: number): void
  /** The chests whose indexes are in memory. */
  kept(): number[]
  /** About how much memory the indexes hold, in bytes. */
  bytes(): number
}

/** What all indexes together may hold: about 200,000 items. */
export const indexMemoryBytes = 96 * 1024 * 1024
/** An index that nobody used for so long makes room for those that a search builds, in milliseconds. */
const idleMs = 10 * 60_000
/** Beyond so many changes a new index replaces the old one, so that nobody sees half of them. */
const mostChangesAtOnce = 2_000

type Kept = {
  readonly keyVersion: number
  readonly guardian: boolean
  readonly index: ChestIndex
  usedAt: number
}

/** Whether an index is of the chest as it is now: its rows say whether it has a master key. */
const isOf = (held: Kept | undefined, { keyVersion, guardian }: IndexedChest): held is Kept =>
  held?.keyVersion === keyVersion && held.guardian === guardian

/** Indexes leave in the order of their last use once they hold more than the bound together. */
export function createChestIndexes(
  { db, chestKeys, clock }: Pick<PlatformDeps, 'db' | 'clock'> & { readonly chestKeys: ChestKeys },
  { memoryBytes = indexMemoryBytes }: { memoryBytes?: number } = {},
): ChestIndexes {
  const order = createFrenchOrder()
  const kept = new Map<number, Kept>()
  const pending = new Map<number, Promise<boolean>>()
  const categories = new Map<number, NamedCategory>()
  /** The bytes that indexes being built for searches will take, by chest. */
  const building = new Map<number, number>()

  const freshFor = (chest: IndexedChest): ChestIndex | undefined => {
    const held = kept.get(chest.id)
    if (!isOf(held, chest) || held.index.revision < chest.revision) return undefined
    kept.delete(chest.id)
    kept.set(chest.id, held)
    held.usedAt = clock()
    return held.index
  }

  /** Evicts indexes, the least recently used first, while all of them and `more` bytes exceed the bound. */
  const evict = (more: number, mayEvict: (id: number, held: Kept) => boolean): boolean => {
    let bytes = totalOf(kept.values()) + more
    for (const [id, held] of kept) {
      if (bytes <= memoryBytes || !mayEvict(id, held)) break
      kept.delete(id)
      bytes -= held.index.bytes
    }
    return bytes <= memoryBytes
  }

  const keep = (chest: IndexedChest, index: ChestIndex): void => {
    const { keyVersion, guardian } = chest
    kept.delete(chest.id)
    kept.set(chest.id, { keyVersion, guardian, index, usedAt: clock() })
    evict(0, (id) => id !== chest.id)
  }

  const makeRoom = (bytes: number): boolean => {
    const idleSince = clock() - idleMs
    const reserved = building.values().reduce((sum, size) => sum + size, 0)
    return evict(bytes + reserved, (_, { usedAt }) => usedAt <= idleSince)
  }

  const readerOf = async (chest: IndexedChest, breather: Breather): Promise<Reader> => {
    const ck = await chestKeys.open(db, chest)
    return { db, chest, ck, breather, categories }
  }

  /** Applies what changed to the index that is in memory; false when there is none, or when too much changed. */
  const bringUp = async (chest: IndexedChest): Promise<boolean> => {
    const held = kept.get(chest.id)
    if (!isOf(held, chest)) return false
    const reader = await readerOf(chest, createBreather())
    const changes = await upTo(mostChangesAtOnce, changesAfter(reader, held.index.revision))
    // Asked after the reading: what was destroyed during it is known too.
    if (!changes || held.index.revision < (await destroyedUpTo(db, chest.id))) return false
    // At once, without a pause: whoever reads in between sees the chest before or after.
    for (const change of changes) held.index.apply(change)
    held.index.revision = chest.revision
    keep(chest, held.index)
    return true
  }

  /** @param fits asked after each chunk, of the index so far and the rows read; a build that does not is given up */
  const build = async (
    chest: IndexedChest,
    fits: (index: ChestIndex, rows: number) => boolean,
  ): Promise<boolean> => {
    const index = new ChestIndex(order)
    let rows = 0
    for await (const changes of changesAfter(await readerOf(chest, createBreather()), -1)) {
      for (const change of changes) index.apply(change)
      rows += changes.length
      if (!fits(index, rows)) return false
    }
    index.revision = chest.revision
    keep(chest, index)
    return true
  }

  const buildIfItFits = async (chest: IndexedChest): Promise<boolean> => {
    const count = await countElements(db, chest.id)
    const fits = ({ bytes }: ChestIndex, rows: number): boolean => {
      // The rows to come are taken to be as large as those read so far.
      const whole = (bytes / rows) * Math.max(rows, count) * (1 + wordsShare)
      building.delete(chest.id)
      if (!makeRoom(whole)) return false
      building.set(chest.id, whole)
      return true
    }
    return build(chest, fits).finally(() => building.delete(chest.id))
  }

  /** What is under way for a chest is shared by all who wait for it. */
  const share = (chest: IndexedChest, work: () => Promise<boolean>): Promise<boolean> => {
    const shared = pending.get(chest.id) ?? work().finally(() => pending.delete(chest.id))
    pending.set(chest.id, shared)
    return shared
  }

  const everythingFits = (): boolean => true

  return {
    async of(chest) {
      if (chest.guardian) await chestKeys.open(db, chest)
      for (;;) {
        const fresh = freshFor(chest)
        if (fresh) return fresh
        await share(chest, async () => (await bringUp(chest)) || build(chest, everythingFits))
      }
    },
    async forSearch(chest) {
      if (chest.guardian) await chestKeys.open(db, chest)
      for (;;) {
        const fresh = freshFor(chest)
        if (fresh) return fresh
        const isOwn = !pending.has(chest.id)
        const isBuilt = await share(chest, async () => (await bringUp(chest)) || buildIfItFits(chest))
        if (!isBuilt && isOwn) return null
      }
    },
    makeRoom,
    async *read(chest, table, breather) {
      yield* changesAfter(await readerOf(chest, breather), -1, [table])
    },
    forget: (chestId) => void kept.delete(chestId),
    kept: () => [...kept.keys()],
    bytes: () => totalOf(kept.values()),
  }
}

const destroyedRevision = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
  db.selectFrom('chests').select('destroyed_revision').where('id', '=', params('id')),
)

/** The last revision of content that was destroyed: its rows cannot tell an older index that they are gone. */
const destroyedUpTo = async (db: Kysely<Tables>, id: number): Promise<number> =>
  (await destroyedRevision.first(db, { id }))?.destroyed_revision ?? 0

const totalOf = (kept: Iterable<Kept>): number =>
  Iterator.from(kept).reduce((sum, { index }) => sum + index.bytes, 0)

/** The changes, or null when they are more than so many. */
async function upTo(most: number, chunks: AsyncIterable<IndexChange[]>): Promise<IndexChange[] | null> {
  const found: IndexChange[] = []
  for await (const changes of chunks) {
    found.push(...changes)
    if (found.length > most) return null
  }
  return found
}
