import type { Kysely } from 'kysely'
import type { LocatedChest } from '#server/access/locate.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ElementTable } from '#server/vault/contents/places.ts'
import { createYielder, type Yielder } from '#server/vault/contents/yielder.ts'
import { ChestIndex, type IndexChange } from './chest-index.ts'
import { createFrenchOrder } from './french-order.ts'
import { changesAfter, type NamedCategory, type Reader } from './index-build.ts'
import { countElements } from './index-rows.ts'
import { wordsShare } from './search-block.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

/** The part of a chest that an index is found and built by. */
export type IndexedChest = Pick<
  LocatedChest,
  'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock' | 'revision'
>

/** The decrypted indexes of the chests in use. */
export type ChestIndexes = {
  /**
   * Returns a chest's index at the revision of the located chest or later. The first call builds it; later
   * calls read only the rows that changed since. Concurrent calls share the work.
   * The index of a guardian chest stays in memory while a session has unlocked the chest
   * (`master-key/unlocks.ts` evicts it). Only a request that unlocks the chest receives it.
   * @throws Refusal CHEST_LOCKED for a guardian chest that the request does not unlock
   */
  of(chest: IndexedChest): Promise<ChestIndex>
  /**
   * Returns the same for a search, which reads many chests. An index that is not in memory is built only if
   * it fits beside those in use, so that a search evicts none of them. Null if it does not fit: call `read`
   * instead.
   * @throws Refusal CHEST_LOCKED as above
   */
  forSearch(chest: IndexedChest): Promise<ChestIndex | null>
  /** Whether so many bytes more fit beside the indexes in use; idle indexes are evicted for them. */
  makeRoom(bytes: number): boolean
  /**
   * Yields the folders or the items of a chest, decrypted chunk by chunk; none stays in memory. An element
   * that changes meanwhile may occur twice.
   * @throws Refusal CHEST_LOCKED as above
   */
  read(chest: IndexedChest, table: ElementTable, yielder: Yielder): AsyncGenerator<IndexChange[]>
  /** Evicts a chest's index, because the chest was deleted, locked or got another key. */
  evict(chestId: number): void
  /** The chests whose indexes are in memory. */
  cachedIds(): number[]
  /** Estimated memory of all indexes, in bytes. */
  bytes(): number
}

/** The memory limit of all indexes: about 200,000 items. */
export const indexMemoryBytes = 96 * 1024 * 1024
/** In milliseconds: an index unused for so long is evicted for those that a search builds. */
const idleMs = 10 * 60_000
/** Beyond so many changes a new index replaces the old one, so that no request sees half of them. */
const mostChangesAtOnce = 2_000

type Kept = {
  readonly keyVersion: number
  readonly guardian: boolean
  readonly index: ChestIndex
  usedAt: number
}

/**
 * Whether an index belongs to the chest's current key, and to its current state with or without a master key.
 */
const isOf = (held: Kept | undefined, { keyVersion, guardian }: IndexedChest): held is Kept =>
  held?.keyVersion === keyVersion && held.guardian === guardian

/** Creates the cache of indexes; beyond its memory limit the least recently used ones are evicted. */
export function createChestIndexes(
  { db, chestKeys, clock }: Pick<PlatformDeps, 'db' | 'clock'> & { readonly chestKeys: ChestKeys },
  { memoryBytes = indexMemoryBytes }: { memoryBytes?: number } = {},
): ChestIndexes {
  const order = createFrenchOrder()
  const kept = new Map<number, Kept>()
  const pending = new Map<number, Promise<boolean>>()
  const categories = new Map<number, NamedCategory>()
  /** The estimated bytes of indexes that are being built for searches, by chest. */
  const building = new Map<number, number>()

  const freshFor = (chest: IndexedChest): ChestIndex | undefined => {
    const held = kept.get(chest.id)
    if (!isOf(held, chest) || held.index.revision < chest.revision) return undefined
    kept.delete(chest.id)
    kept.set(chest.id, held)
    held.usedAt = clock()
    return held.index
  }

  /** Evicts indexes, least recently used first, while all of them and `more` bytes exceed the limit. */
  const evictUntilFits = (more: number, mayEvict: (id: number, held: Kept) => boolean): boolean => {
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
    evictUntilFits(0, (id) => id !== chest.id)
  }

  const makeRoom = (bytes: number): boolean => {
    const idleSince = clock() - idleMs
    const reserved = building.values().reduce((sum, size) => sum + size, 0)
    return evictUntilFits(bytes + reserved, (_, { usedAt }) => usedAt <= idleSince)
  }

  const readerOf = async (chest: IndexedChest, yielder: Yielder): Promise<Reader> => {
    const ck = await chestKeys.open(db, chest)
    return { db, chest, ck, yielder, categories }
  }

  /** Updates the index in memory; false if there is none, or if too much changed. */
  const bringUp = async (chest: IndexedChest): Promise<boolean> => {
    const held = kept.get(chest.id)
    if (!isOf(held, chest)) return false
    const reader = await readerOf(chest, createYielder())
    const changes = await upTo(mostChangesAtOnce, changesAfter(reader, held.index.revision))
    // Read after the changes, to include what was deleted meanwhile.
    if (!changes || held.index.revision < (await destroyedUpTo(db, chest.id))) return false
    // Without a pause, so that no request sees a part of the changes.
    for (const change of changes) held.index.apply(change)
    held.index.revision = chest.revision
    keep(chest, held.index)
    return true
  }

  /** @param fits called after each chunk with the index so far and the rows read; false abandons the build */
  const build = async (
    chest: IndexedChest,
    fits: (index: ChestIndex, rows: number) => boolean,
  ): Promise<boolean> => {
    const index = new ChestIndex(order)
    let rows = 0
    for await (const changes of changesAfter(await readerOf(chest, createYielder()), -1)) {
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
      // Assumes that the remaining rows are as large as those read so far.
      const whole = (bytes / rows) * Math.max(rows, count) * (1 + wordsShare)
      building.delete(chest.id)
      if (!makeRoom(whole)) return false
      building.set(chest.id, whole)
      return true
    }
    return build(chest, fits).finally(() => building.delete(chest.id))
  }

  /** Shares the pending work for a chest among concurrent calls. */
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
    async *read(chest, table, yielder) {
      yield* changesAfter(await readerOf(chest, yielder), -1, [table])
    },
    evict: (chestId) => void kept.delete(chestId),
    cachedIds: () => [...kept.keys()],
    bytes: () => totalOf(kept.values()),
  }
}

const destroyedRevision = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
  db.selectFrom('chests').select('destroyed_revision').where('id', '=', params('id')),
)

/** Returns the last revision at which content was destroyed: no row reports that to an older index. */
const destroyedUpTo = async (db: Kysely<Tables>, id: number): Promise<number> =>
  (await destroyedRevision.first(db, { id }))?.destroyed_revision ?? 0

const totalOf = (kept: Iterable<Kept>): number =>
  Iterator.from(kept).reduce((sum, { index }) => sum + index.bytes, 0)

/** Returns the changes, or null if there are more than `most`. */
async function upTo(most: number, chunks: AsyncIterable<IndexChange[]>): Promise<IndexChange[] | null> {
  const found: IndexChange[] = []
  for await (const changes of chunks) {
    found.push(...changes)
    if (found.length > most) return null
  }
  return found
}
