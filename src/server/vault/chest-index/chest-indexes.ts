import type { Kysely } from 'kysely'
import type { LocatedChest } from '#server/access/locate.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { createWorkBound, type Lane } from '#server/platform/crypto/work-bound.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import { ChestIndex } from './chest-index.ts'
import { changesOf, type SealedRows } from './changes.ts'
import { applyChanges, type Change, type Element } from './element.ts'
import { createIndexThread, type IndexThread } from './index-thread.ts'
import type { Made, Scanned } from './index-worker.ts'
import { createInTurn, type InTurn } from './in-turn.ts'
import { createNames } from './names.ts'
import { packChest, PackedChest } from './packed-chest.ts'
import { rowsAfter } from './rows.ts'
import { sealChest, unsealChest, type SealedChest } from './sealed-chest.ts'
import { readSnapshots, storeSnapshot } from './snapshots.ts'

/** The part of a chest that an index is found and built by. */
export type IndexedChest = Pick<
  LocatedChest,
  'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock' | 'revision'
>

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
   * there only if it fits beside those in use, so that a search evicts none of them.
   * @param failed called for a chest that cannot be read; the others go on
   */
  each(
    chests: readonly IndexedChest[],
    failed: (chest: IndexedChest, error: unknown) => Promise<void> | void,
  ): AsyncGenerator<Scanned<PackedChest>>
  /** Evicts a chest's index, because the chest was deleted, locked or got another key. */
  evict(chestId: number): void
  /** The chests whose indexes are in memory. */
  cachedIds(): number[]
  /** The memory of all indexes, in bytes. */
  bytes(): number
  /** Runs a short piece of work of a search, in turn with those of the indexes. */
  readonly inTurn: InTurn
  /** The thread that opens and scans chests. */
  readonly thread: IndexThread
  /** Starts the thread of the indexes a moment after the server, so that the first large chest finds it ready. */
  start(): void
  /** Resolves once the snapshots that are being made are stored. */
  settled(): Promise<void>
}

/** In milliseconds: an index unused for so long is evicted for those that a search opens. */
const idleMs = 10 * 60_000
/** In milliseconds: the thread starts once the first pages have been served. */
const startAfterMs = 1_000
/** Chests with fewer elements have no snapshot: their rows unseal as fast. */
const snapshotFrom = 32
/** Up to so many rows, or so many sealed bytes, the work is done on the main thread: it takes some milliseconds. */
const fewRows = 200
const fewBytes = 256 * 1024
/** A packed chest is about so many times as large as its snapshot. */
const expansion = 4
/** Rows unsealed in one stretch: about two milliseconds. */
const rowsInStretch = 100
/** Snapshots read by one query of a search. */
const snapshotsAtOnce = 16
/**
 * Chests packed from their rows at a time, one of them less by searches: each holds a connection and its unpacked
 * texts.
 */
const packedAtOnce = 3

/** After how many changes a packed chest is packed again. */
const mostChanges = (size: number): number => Math.min(1_000, Math.max(100, size / 20))

type Kept = {
  readonly keyVersion: number
  readonly guardian: boolean
  readonly index: ChestIndex
  /** Its memory when it was last changed. */
  readonly bytes: number
  /** Whether the names that it shows were read. */
  isNamed: boolean
  usedAt: number
}

/**
 * Whether an index belongs to the chest's current key, and to its current state with or without a master key.
 */
const isOf = (held: Kept | undefined, { keyVersion, guardian }: IndexedChest): held is Kept =>
  held?.keyVersion === keyVersion && held.guardian === guardian

type Deps = Pick<PlatformDeps, 'db' | 'clock' | 'log'> & { readonly chestKeys: ChestKeys }

/** Creates the cache of indexes; beyond its memory limit the least recently used ones are evicted. */
export function createChestIndexes(
  { db, chestKeys, clock, log }: Deps,
  { memoryBytes }: { readonly memoryBytes: number },
): ChestIndexes {
  const kept = new Map<number, Kept>()
  const pending = new Map<number, Promise<ChestIndex>>()
  const storing = new Map<number, Promise<void>>()
  const names = createNames(db)
  // Packing a large chest takes seconds, for which no reader waits.
  const [packing, reading] = [createIndexThread(), createIndexThread()]
  const packings = createWorkBound({ concurrency: packedAtOnce, queue: Number.POSITIVE_INFINITY })
  const inTurn = createInTurn()

  let totalBytes = 0

  const drop = (id: number): void => {
    totalBytes -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }

  const freshFor = (chest: IndexedChest): Kept | undefined => {
    const held = kept.get(chest.id)
    if (!isOf(held, chest) || held.index.revision < chest.revision) return undefined
    kept.delete(chest.id)
    kept.set(chest.id, held)
    held.usedAt = clock()
    return held
  }

  /** Evicts indexes, least recently used first, while all of them and `more` bytes exceed the limit. */
  const evictUntilFits = (more: number, mayEvict: (id: number, held: Kept) => boolean): boolean => {
    for (const [id, held] of kept) {
      if (totalBytes + more <= memoryBytes || !mayEvict(id, held)) break
      drop(id)
    }
    return totalBytes + more <= memoryBytes
  }

  const keep = (chest: IndexedChest, index: ChestIndex, isNamed: boolean): void => {
    const { keyVersion, guardian } = chest
    const { bytes } = index
    drop(chest.id)
    kept.set(chest.id, { keyVersion, guardian, index, bytes, isNamed, usedAt: clock() })
    totalBytes += bytes
    evictUntilFits(0, (id) => id !== chest.id)
  }

  /** Whether so many bytes fit beside the indexes in use; idle ones are evicted for them. */
  const makeRoom = (bytes: number): boolean => {
    const idleSince = clock() - idleMs
    return evictUntilFits(bytes, (_, { usedAt }) => usedAt <= idleSince)
  }

  /**
   * Stores a snapshot after the reply. It is a cache: a failure is logged and harms nothing.
   * @param make returns the snapshot
   */
  const store = (chest: IndexedChest, make: () => Promise<SealedChest>): void => {
    if (storing.has(chest.id)) return
    const done = (async () => storeSnapshot(db, chest, await make()))()
      .catch((error: unknown) => log.warn({ err: error, chest: chest.id }, 'a snapshot was not stored'))
      .finally(() => storing.delete(chest.id))
    storing.set(chest.id, done)
  }

  /**
   * Returns a chest packed from its snapshot; null if it cannot be read, which a copy from its rows replaces.
   * @param isSoon on this thread, without waiting for the other
   */
  const unpackOrNull = async (
    key: ChestKey,
    sealed: SealedChest,
    chest: IndexedChest,
    isSoon: boolean,
  ): Promise<PackedChest | null> => {
    // A later revision than the chest's own is forged, or of a database that was restored in part.
    if (sealed.revision > chest.revision) return null
    try {
      const block = isSoon
        ? unsealChest(key, sealed)
        : await reading.ask<SharedArrayBuffer>({ kind: 'unseal', key, sealed })
      return new PackedChest(block)
    } catch (error) {
      log.warn({ err: error, chest: chest.id }, 'a snapshot is built again')
      return null
    }
  }

  /** Packs a chest from its rows; a large one in the thread. */
  const packRows = async (key: ChestKey, chest: IndexedChest): Promise<SharedArrayBuffer> => {
    const { id: chestId, revision } = chest
    const few: SealedRows[] = []
    let count = 0
    let job: number | null = null
    const send = (rows: SealedRows) => packing.ask({ kind: 'rows', job: job ?? 0, key, chestId, rows })
    try {
      for await (const rows of rowsAfter(db, chestId, -1)) {
        count += rows.rows.length
        if (job !== null) await send(rows)
        else if (few.push(rows) && count > fewRows) {
          job = packing.newJob()
          for (const each of few) await send(each)
        }
      }
      if (job !== null) {
        const { block, sealed } = await packing.ask<Made>({ kind: 'pack', job, key, chestId, revision })
        store(chest, async () => sealed)
        return block
      }
    } finally {
      if (job !== null) await packing.ask({ kind: 'drop', job })
    }
    const block = await inTurn(() => {
      const elements = new Map<string, Element>()
      for (const rows of few) applyChanges(elements, changesOf(key, chestId, rows))
      return packChest([...elements.values()])
    })
    if (count >= snapshotFrom) store(chest, async () => sealChest(key, chestId, revision, block))
    return block
  }

  /** @param lane `work` for a search, which leaves a place to whoever opens a chest */
  const newFromRows = async (key: ChestKey, chest: IndexedChest, lane: Lane): Promise<ChestIndex> => {
    const block = await packings.run(() => packRows(key, chest), { lane })
    return newIndex(new PackedChest(block), chest.revision, chest)
  }

  /** Returns what changed after a revision; null if content was destroyed that no row reports. */
  const changesAfter = async (
    key: ChestKey,
    chest: IndexedChest,
    revision: number,
  ): Promise<Change[] | null> => {
    if (revision >= chest.revision) return []
    const changes: Change[] = []
    for await (const { table, rows } of rowsAfter(db, chest.id, revision)) {
      for (let at = 0; at < rows.length; at += rowsInStretch) {
        const stretch = { table, rows: rows.slice(at, at + rowsInStretch) } as SealedRows
        const unseal = () => changesOf(key, chest.id, stretch)
        changes.push(...(rows.length > rowsInStretch ? await inTurn(unseal) : unseal()))
      }
    }
    // Read after the changes, to include what was deleted meanwhile.
    return revision < (await destroyedUpTo(db, chest.id)) ? null : changes
  }

  /** Packs an index again in the background once much of it changed. */
  const repackLater = (key: ChestKey, chest: IndexedChest, index: ChestIndex): void => {
    const { packed, countChanges, revision } = index
    if (countChanges <= mostChanges(packed.size)) return
    const { changes } = index
    store(chest, async () => {
      const question = {
        kind: 'repack',
        block: packed.block,
        changes,
        key,
        chestId: chest.id,
        revision,
      } as const
      const { block, sealed } = await packing.ask<Made>(question)
      // Replaces the index if it is still there: the rows that changed meanwhile are read again.
      if (kept.get(chest.id)?.index === index)
        keep(chest, newIndex(new PackedChest(block), revision, chest), true)
      return sealed
    })
  }

  const newIndex = (packed: PackedChest, revision: number, { guardian }: IndexedChest): ChestIndex =>
    new ChestIndex(packed, revision, { guardian, names })

  /** Updates an index in place; false if it must be built again. */
  const bringUp = async (key: ChestKey, chest: IndexedChest, index: ChestIndex): Promise<boolean> => {
    const { revision } = index
    const changes = await changesAfter(key, chest, revision)
    if (!changes) return false
    // A renamed category raises the revision and changes no row.
    if (revision < chest.revision) await names.learn(usersOf(changes))
    // Without a pause, so that no request sees a part of the changes.
    for (const change of changes) index.apply(change)
    index.revision = Math.max(revision, chest.revision)
    return true
  }

  const open = async (chest: IndexedChest): Promise<ChestIndex> => {
    const key = await chestKeys.open(db, chest)
    const held = kept.get(chest.id)
    const inMemory = isOf(held, chest) ? held.index : null
    const sealed = inMemory ? undefined : (await readSnapshots(db, [chest])).get(chest.id)
    const packed = sealed ? await unpackOrNull(key, sealed, chest, sizeOf(sealed) <= fewBytes) : null
    let index = inMemory ?? (packed && sealed && newIndex(packed, sealed.revision, chest))
    if (!index || !(await bringUp(key, chest, index))) index = await newFromRows(key, chest, 'known')
    if (index !== inMemory || held?.isNamed === false) await names.learn(index.packed.columns.users)
    keep(chest, index, true)
    repackLater(key, chest, index)
    return index
  }

  /** Shares the pending work for a chest among concurrent calls. */
  const shared = (chest: IndexedChest): Promise<ChestIndex> => {
    const before = pending.get(chest.id)
    if (before) return before
    const work = open(chest).finally(() => pending.delete(chest.id))
    pending.set(chest.id, work)
    return work
  }

  const of = async (chest: IndexedChest): Promise<ChestIndex> => {
    if (chest.guardian) await chestKeys.open(db, chest)
    for (;;) {
      const fresh = freshFor(chest)
      if (fresh?.isNamed) return fresh.index
      const index = await shared(chest)
      // Without memory for any index, this one serves its requests and is dropped.
      if (index.revision >= chest.revision) return index
    }
  }

  const scanned = (chest: IndexedChest, { packed, changes }: ChestIndex): Scanned<PackedChest> => ({
    chestId: chest.id,
    packed,
    changes,
  })

  /** Returns a chest that is not in memory for one scan. It stays in memory if it fits. */
  const passing = async (
    chest: IndexedChest,
    sealed: SealedChest | undefined,
  ): Promise<Scanned<PackedChest>> => {
    const key = await chestKeys.open(db, chest)
    if (sealed && sealed.revision <= chest.revision && !makeRoom(expansion * sizeOf(sealed))) {
      const changes = await changesAfter(key, chest, sealed.revision)
      if (changes) return { chestId: chest.id, packed: { key, sealed }, changes }
    }
    const packed = sealed ? await unpackOrNull(key, sealed, chest, false) : null
    let index = packed && sealed && newIndex(packed, sealed.revision, chest)
    if (!index || !(await bringUp(key, chest, index))) index = await newFromRows(key, chest, 'work')
    if (makeRoom(index.bytes)) keep(chest, index, false)
    return scanned(chest, index)
  }

  return {
    of,
    async *each(chests, failed) {
      const cold: IndexedChest[] = []
      for (const chest of chests) {
        const held = kept.get(chest.id)
        if (!isOf(held, chest)) {
          cold.push(chest)
          continue
        }
        try {
          yield scanned(chest, freshFor(chest)?.index ?? (await of(chest)))
        } catch (error) {
          await failed(chest, error)
        }
      }
      for (let from = 0; from < cold.length; from += snapshotsAtOnce) {
        const part = cold.slice(from, from + snapshotsAtOnce)
        const sealed = await readSnapshots(db, part)
        const opened = part.map((chest) => ({ chest, content: passing(chest, sealed.get(chest.id)) }))
        for (const { content } of opened) content.catch(() => undefined)
        for (const { chest, content } of opened) {
          try {
            yield await content
          } catch (error) {
            await failed(chest, error)
          }
        }
      }
    },
    inTurn,
    thread: reading,
    start: () => void setTimeout(() => reading.start(), startAfterMs).unref(),
    evict: drop,
    cachedIds: () => [...kept.keys()],
    bytes: () => totalBytes,
    settled: async () => void (await Promise.all(storing.values())),
  }
}

const sizeOf = ({ parts }: SealedChest): number => parts.reduce((sum, part) => sum + part.length, 0)

const usersOf = (changes: readonly Change[]): number[] =>
  changes.flatMap(({ element }) => (element ? [element.createdBy] : []))

const destroyedRevision = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
  db.selectFrom('chests').select('destroyed_revision').where('id', '=', params('id')),
)

/** Returns the last revision at which content was destroyed: no row reports that to an older index. */
const destroyedUpTo = async (db: Kysely<Tables>, id: number): Promise<number> =>
  (await destroyedRevision.first(db, { id }))?.destroyed_revision ?? 0
