import { elapsedSince } from '#domain/platform/moments.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { ChestIndex } from './chest-index.ts'
import { createIndexBuilder, mostChanges } from './index-builder.ts'
import { createIndexMemory, stateOf, type IndexedChest } from './index-memory.ts'
import type { IndexThread } from './index-thread.ts'
import type { Scanned } from './index-worker.ts'
import type { InTurn } from './in-turn.ts'
import { PackedChest } from './packed-chest.ts'
import { sizeOf, type SealedChest } from './sealed-chest.ts'
import { readSnapshots } from './snapshots.ts'

/** The decrypted indexes of the chests in use. */
export type ChestIndexes = {
  /**
   * Returns a chest's index at the revision of the located chest or later: from memory, else from its
   * snapshot, else from its rows; then the rows that changed since. Concurrent calls share the work.
   * The index of a guardian chest stays in memory while a session has unlocked the chest
   * (`master-key/unlocks.ts` evicts it). Only a request that unlocks the chest receives it.
   * @throws Refusal CHEST_LOCKED for a guardian chest that the request does not unlock
   */
  of(chest: IndexedChest): Promise<ChestIndex>
  /**
   * Returns the content of chests for a search, those in memory first. An index that is not in memory stays
   * there only if it fits beside those in use, so that a search evicts none of them. Few searches read chests that are
   * not in memory at a time: each holds what it has read. The generator has to be closed: it leaves its place then.
   * @param failed called for a chest that cannot be read; the others go on
   */
  each(
    chests: readonly IndexedChest[],
    failed: (chest: IndexedChest, error: unknown) => Promise<void> | void,
    asker?: Asker,
  ): AsyncGenerator<Scanned<PackedChest>>
  /** Evicts a chest's index, because the chest was deleted, locked or got another key. */
  evict(chestId: number): void
  /** The chests whose indexes are in memory. */
  cachedIds(): number[]
  /** The memory of all indexes, in bytes. */
  bytes(): number
  /** Since the start: indexes that were ready when they were needed, those that were not, and those that made room. */
  use(): { readonly hits: number; readonly misses: number; readonly evictions: number }
  /** Runs a short piece of work of a search, in turn with those of the indexes. */
  readonly inTurn: InTurn
  /** The thread that opens and scans chests. */
  readonly thread: IndexThread
  /** Starts the thread of the indexes a moment after the server, so that the first large chest finds it ready. */
  start(): void
  /** Resolves once the snapshots that are being made are stored. */
  settled(): Promise<void>
}

/** Who reads chests. */
type Asker = {
  /** Whether nobody waits for the chests any more. */
  readonly isOver?: () => boolean
  /** Whether the caller bounds such searches itself. */
  readonly hasTurn?: boolean
}

/** In milliseconds: the thread starts once the first request may have been answered. */
const startAfterMs = 100
/** A packed chest is at most about so many times as large as its snapshot. */
const expansion = 6
/** Bytes of a snapshot for each element, about. */
const bytesAtRest = 40
/** Snapshots read by one query of a search. */
const snapshotsAtOnce = 16
/** In milliseconds: for so long a search does not unseal a damaged chest again, up to its damaged row. */
const damagedMs = 60_000
/** Searches that read chests which are not in memory at a time, besides those that have a turn. */
const readersAtOnce = 4

type Deps = Pick<PlatformDeps, 'db' | 'clock' | 'log'> & { readonly chestKeys: ChestKeys }

/** Creates the cache of indexes; beyond its memory limit the least recently used ones are evicted. */
export function createChestIndexes(
  { db, chestKeys, clock, log }: Deps,
  { memoryBytes }: { readonly memoryBytes: number },
): ChestIndexes {
  const memory = createIndexMemory({ clock, memoryBytes })
  const builder = createIndexBuilder({ db, log })
  const readers = createWorkBound({ concurrency: readersAtOnce, queue: Number.POSITIVE_INFINITY })
  /** The chests that did not unseal in a search. */
  const damaged = new Map<
    number,
    { readonly state: string; readonly error: SealError; readonly at: number }
  >()
  let hits = 0
  let misses = 0
  /** Openings by chest and key. */
  const pending = new Map<string, Promise<ChestIndex>>()

  /** Packs an index again in the background once much of it changed. */
  const repackLater = (key: ChestKey, chest: IndexedChest, index: ChestIndex): void => {
    const { packed, countChanges, revision } = index
    if (countChanges <= mostChanges(packed.size)) return
    const { changes } = index
    builder.store(chest, async () => {
      const { block, sealed } = await builder.repack(key, { id: chest.id, revision }, packed.block, changes)
      // Replaces the index if it is still there: the rows that changed meanwhile are read again.
      const held = memory.of(chest)
      if (held?.index === index)
        memory.keep(chest, builder.newIndex(new PackedChest(block), revision, chest), held.isNamed)
      return sealed
    })
  }

  const open = async (chest: IndexedChest): Promise<{ key: ChestKey; index: ChestIndex }> => {
    const key = await chestKeys.open(db, chest)
    const held = memory.of(chest)
    const inMemory = held?.index ?? null
    const sealed = inMemory ? undefined : (await readSnapshots(db, [chest])).get(chest.id)
    const packed = sealed ? await builder.unpackOrNull(key, sealed, chest, { isAwaited: true }) : null
    const former = inMemory ?? (packed && sealed && builder.newIndex(packed, sealed.revision, chest))
    const index =
      (former && (await builder.bringUp(key, chest, former))) ??
      (await builder.newFromRows(key, chest, 'known'))
    if (index !== inMemory || held?.isNamed === false) await builder.names.learn(index.packed.columns.users)
    return { key, index }
  }

  /** Shares the pending work for a chest among concurrent calls. */
  const openShared = (chest: IndexedChest): Promise<ChestIndex> => {
    const state = stateOf(chest)
    const before = pending.get(state)
    if (before) return before
    const work: Promise<ChestIndex> = open(chest)
      .then(({ key, index }) => {
        // Evicted meanwhile, because the chest was deleted or locked: the index serves those who waited for it.
        if (pending.get(state) !== work) return index
        memory.keep(chest, index, true)
        repackLater(key, chest, index)
        return index
      })
      .finally(() => {
        if (pending.get(state) === work) pending.delete(state)
      })
    pending.set(state, work)
    return work
  }

  const of = async (chest: IndexedChest): Promise<ChestIndex> => {
    if (chest.guardian) await chestKeys.open(db, chest)
    for (;;) {
      const fresh = memory.freshOf(chest)
      if (fresh?.isNamed) {
        hits += 1
        return fresh.index
      }
      misses += 1
      const index = await openShared(chest)
      // Without memory for any index, this one serves its requests and is dropped.
      if (index.revision >= chest.revision) return index
    }
  }

  const asScanned = (chest: IndexedChest, { packed, changes }: ChestIndex): Scanned<PackedChest> => ({
    chestId: chest.id,
    packed,
    changes,
  })

  /** Returns a chest as it is stored, for one scan; null if it must be built from the rows. */
  const readStored = async (
    key: ChestKey,
    chest: IndexedChest,
    sealed: SealedChest,
  ): Promise<Scanned<PackedChest> | null> => {
    const changes = await builder.changesAfter(key, chest, sealed.revision)
    if (!changes) return null
    if (changes.length > mostChanges(sizeOf(sealed) / bytesAtRest))
      builder.store(chest, async () => (await builder.repack(key, chest, { key, sealed }, changes)).sealed)
    return { chestId: chest.id, packed: { key, sealed }, changes }
  }

  /** Returns a chest that is not in memory for one scan. It stays in memory if it fits. */
  const readForScan = async (
    chest: IndexedChest,
    sealed: SealedChest | undefined,
  ): Promise<Scanned<PackedChest>> => {
    const key = await chestKeys.open(db, chest)
    const reserved = expansion * (sealed ? sizeOf(sealed) : 0)
    if (sealed && sealed.revision <= chest.revision && !memory.makeRoom(reserved)) {
      const stored = await readStored(key, chest, sealed)
      if (stored) return stored
    }
    memory.reserve(reserved)
    try {
      const packed = sealed ? await builder.unpackOrNull(key, sealed, chest, { isAwaited: false }) : null
      const former = packed && sealed && builder.newIndex(packed, sealed.revision, chest)
      const index =
        (former && (await builder.bringUp(key, chest, former))) ??
        (await builder.newFromRows(key, chest, 'work'))
      if (memory.makeRoom(index.bytes - reserved)) {
        memory.keep(chest, index, false)
        repackLater(key, chest, index)
      }
      return asScanned(chest, index)
    } finally {
      memory.reserve(-reserved)
    }
  }

  /** As `readForScan`. @throws the error of before for a chest that was damaged a moment ago */
  const readUndamaged: typeof readForScan = async (chest, sealed) => {
    const state = `${stateOf(chest)} ${chest.revision}`
    const last = damaged.get(chest.id)
    if (last?.state === state && elapsedSince(last.at, clock()) < damagedMs) throw last.error
    damaged.delete(chest.id)
    try {
      return await readForScan(chest, sealed)
    } catch (error) {
      // Another request may unlock a guardian chest with another key; a root key may arrive.
      if (error instanceof SealError && error.code !== 'KEY_MISSING' && !chest.guardian)
        damaged.set(chest.id, { state, error, at: clock() })
      throw error
    }
  }

  const readWarm = async (chest: IndexedChest): Promise<Scanned<PackedChest>> =>
    asScanned(chest, memory.freshOf(chest)?.index ?? (await of(chest)))

  /** Waits for a place among those that read, and returns what leaves it. */
  const enter = (): Promise<() => void> =>
    new Promise((entered) => {
      void readers.run(() => new Promise<void>((leave) => entered(leave)))
    })

  /** Reads chests that were not in memory, some at a time. Another search may have read them meanwhile. */
  async function* readCold(
    chests: readonly IndexedChest[],
    failed: Parameters<ChestIndexes['each']>[1],
    isOver: () => boolean,
  ): ReturnType<ChestIndexes['each']> {
    for (let from = 0; from < chests.length && !isOver(); from += snapshotsAtOnce) {
      const part = chests.slice(from, from + snapshotsAtOnce)
      const sealed = await readSnapshots(
        db,
        part.filter((chest) => !memory.of(chest)),
      )
      const opened = part.map((chest) => ({
        chest,
        content: memory.of(chest) ? readWarm(chest) : readUndamaged(chest, sealed.get(chest.id)),
      }))
      for (const { content } of opened) content.catch(() => undefined)
      try {
        for (const { chest, content } of opened) {
          try {
            yield await content
          } catch (error) {
            await failed(chest, error)
          }
        }
      } finally {
        await Promise.allSettled(opened.map(({ content }) => content))
      }
    }
  }

  return {
    of,
    async *each(chests, failed, { isOver = () => false, hasTurn = false } = {}) {
      const cold: IndexedChest[] = []
      for (const chest of chests) {
        if (!memory.of(chest)) {
          cold.push(chest)
          continue
        }
        try {
          yield await readWarm(chest)
        } catch (error) {
          await failed(chest, error)
        }
      }
      if (cold.length === 0) return
      const leave = hasTurn ? () => undefined : await enter()
      try {
        yield* readCold(cold, failed, isOver)
      } finally {
        leave()
      }
    },
    inTurn: builder.inTurn,
    thread: builder.thread,
    start: () => void setTimeout(() => builder.thread.start(), startAfterMs).unref(),
    evict(chestId) {
      memory.drop(chestId)
      damaged.delete(chestId)
      for (const state of pending.keys()) if (state.startsWith(`${chestId} `)) pending.delete(state)
    },
    cachedIds: () => memory.ids(),
    bytes: () => memory.bytes(),
    use: () => ({ hits, misses, evictions: memory.evictions() }),
    settled: builder.settled,
  }
}
