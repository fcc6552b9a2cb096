import type { Kysely } from 'kysely'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import { createWorkBound, type Lane } from '#server/platform/crypto/work-bound.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { DatabaseAway } from '#server/platform/database/problems.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { ChestIndex } from './chest-index.ts'
import { changesOf, type SealedRows } from './changes.ts'
import { applyChanges, type Change, type Element } from './element.ts'
import { stateOf, type IndexedChest } from './index-memory.ts'
import { createIndexThread } from './index-thread.ts'
import type { Made, StoredChest } from './index-worker.ts'
import { createInTurn } from './in-turn.ts'
import { createNames } from './names.ts'
import { packChest } from './pack-chest.ts'
import { PackedChest } from './packed-chest.ts'
import { rowsAfter } from './rows.ts'
import { sealChest, sizeOf, unsealChest, type SealedChest } from './sealed-chest.ts'
import { storeSnapshot } from './snapshots.ts'

/** Chests with fewer elements have no snapshot: their rows unseal as fast. */
const snapshotFrom = 32
/** Up to so many rows, or so many sealed bytes, the work is done on the main thread: it takes some milliseconds. */
const fewRows = 200
const fewBytes = 256 * 1024
/** Rows unsealed in one stretch: about two milliseconds. */
const rowsInStretch = 100
/**
 * Chests packed from their rows at a time, one of them less by searches: each holds a connection and its unpacked
 * texts.
 */
const packedAtOnce = 3

/** Up to so many changes are applied at once: some 20 ms. */
const mostApplied = 1_000

/** After how many changes a packed chest is packed again. */
export const mostChanges = (size: number): number => Math.min(1_000, Math.max(100, size / 20))

/** A chest packed from its rows. */
type Built = { readonly block: SharedArrayBuffer; readonly revision: number }

/** Builds indexes from snapshots and rows, brings them up to date, and stores snapshots. */
export function createIndexBuilder({ db, log }: Pick<PlatformDeps, 'db' | 'log'>) {
  const building = new Map<string, Promise<Built>>()
  const storing = new Map<number, Promise<void>>()
  const names = createNames(db)
  // Packing a large chest takes seconds, for which no reader waits.
  const [packing, reading] = [createIndexThread(), createIndexThread()]
  const packings = createWorkBound({ concurrency: packedAtOnce, queue: Number.POSITIVE_INFINITY })
  const inTurn = createInTurn()

  /**
   * Stores a snapshot after the reply. It is a cache: a failure is logged and harms nothing.
   * @param make returns the snapshot
   */
  const store = (chest: IndexedChest, make: () => Promise<SealedChest>): void => {
    if (storing.has(chest.id)) return
    const done = (async () => storeSnapshot(db, chest, await make()))()
      .catch((error: unknown) => {
        // The pool has logged it, once for all.
        if (error instanceof DatabaseAway) return
        log.warn({ err: error, chest: chest.id }, 'a snapshot was not stored')
      })
      .finally(() => storing.delete(chest.id))
    storing.set(chest.id, done)
  }

  /**
   * Returns a chest packed from its snapshot; null if it cannot be read, which a copy from its rows replaces.
   * @param isAwaited by a person who opens the chest: a small one does not wait for the thread
   */
  const unpackOrNull = async (
    key: ChestKey,
    sealed: SealedChest,
    chest: IndexedChest,
    { isAwaited }: { readonly isAwaited: boolean },
  ): Promise<PackedChest | null> => {
    // A later revision than the chest's own is forged, or of a database that was restored in part.
    if (sealed.revision > chest.revision) return null
    try {
      const block =
        isAwaited && sizeOf(sealed) <= fewBytes
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

  /** Packs a chest from its rows. Concurrent calls for a chest, a key and a lane share the work. */
  const builtFromRows = (key: ChestKey, chest: IndexedChest, lane: Lane): Promise<Built> => {
    const name = `${stateOf(chest)} ${lane}`
    const before = building.get(name)
    if (before) return before
    const { revision } = chest
    const work = packings
      .run(async () => ({ block: await packRows(key, chest), revision }), { lane })
      .finally(() => building.delete(name))
    building.set(name, work)
    return work
  }

  /** @param lane `work` for a search, which leaves a place to whoever opens a chest */
  const newFromRows = async (key: ChestKey, chest: IndexedChest, lane: Lane): Promise<ChestIndex> => {
    for (;;) {
      const { block, revision } = await builtFromRows(key, chest, lane)
      const index = await bringUp(key, chest, newIndex(new PackedChest(block), revision, chest))
      if (index) return index
    }
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

  const repack = (
    key: ChestKey,
    { id: chestId, revision }: Pick<IndexedChest, 'id' | 'revision'>,
    packed: SharedArrayBuffer | StoredChest,
    changes: readonly Change[],
  ): Promise<Made> => packing.ask<Made>({ kind: 'repack', packed, changes, key, chestId, revision })

  const newIndex = (packed: PackedChest, revision: number, { guardian }: IndexedChest): ChestIndex =>
    new ChestIndex(packed, revision, { guardian, names })

  /**
   * Updates an index in place, or packs it again if too much changed.
   * @returns the index at the chest's revision; null if it must be built from the rows
   */
  const bringUp = async (
    key: ChestKey,
    chest: IndexedChest,
    index: ChestIndex,
  ): Promise<ChestIndex | null> => {
    const { revision } = index
    const changes = await changesAfter(key, chest, revision)
    if (!changes) return null
    if (changes.length > mostApplied) {
      const made = await repack(key, chest, index.packed.block, [...index.changes, ...changes])
      store(chest, async () => made.sealed)
      return newIndex(new PackedChest(made.block), chest.revision, chest)
    }
    // A renamed category raises the revision and changes no row.
    if (revision < chest.revision) await names.learn(usersOf(changes))
    // Without a pause, so that no request sees a part of the changes.
    for (const change of changes) index.apply(change)
    index.revision = Math.max(revision, chest.revision)
    return index
  }

  return {
    names,
    inTurn,
    thread: reading,
    newIndex,
    unpackOrNull,
    changesAfter,
    bringUp,
    newFromRows,
    repack,
    store,
    settled: async (): Promise<void> => void (await Promise.all(storing.values())),
  }
}

const usersOf = (changes: readonly Change[]): number[] =>
  changes.flatMap(({ element }) => (element ? [element.createdBy] : []))

const destroyedRevision = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
  db.selectFrom('chests').select('destroyed_revision').where('id', '=', params('id')),
)

/** Returns the last revision at which content was destroyed: no row reports that to an older index. */
const destroyedUpTo = async (db: Kysely<Tables>, id: number): Promise<number> =>
  (await destroyedRevision.first(db, { id }))?.destroyed_revision ?? 0
