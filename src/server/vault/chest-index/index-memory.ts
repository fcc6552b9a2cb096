import { elapsedSince } from '#domain/platform/moments.ts'
import type { Clock } from '#server/platform/sources.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { ChestIndex } from './chest-index.ts'

/** The part of a chest that an index is found and built by. */
export type IndexedChest = Pick<
  LocatedChest,
  'id' | 'guardian' | 'keyVersion' | 'formerKeyVersion' | 'unlock' | 'revision'
>

/** Names a chest with its current key, and its current state with or without a master key. */
export const stateOf = ({ id, keyVersion, guardian }: IndexedChest): string =>
  `${id} ${keyVersion} ${guardian}`

/** In milliseconds: an index unused for so long is evicted for those that a search opens. */
const idleMs = 10 * 60_000

export type Kept = {
  readonly keyVersion: number
  readonly guardian: boolean
  readonly index: ChestIndex
  /** Its memory when it was last changed. */
  readonly bytes: number
  /** Whether the names that it shows were read. */
  isNamed: boolean
  usedAt: number
}

/** The indexes in memory, by chest. Beyond the limit the least recently used ones are evicted. */
export type IndexMemory = {
  /** Returns a chest's index if it has the chest's current key. It may be of a former revision. */
  of(chest: IndexedChest): Kept | undefined
  /** Returns a chest's index at the revision of the located chest or later, and marks it as used. */
  freshOf(chest: IndexedChest): Kept | undefined
  keep(chest: IndexedChest, index: ChestIndex, isNamed: boolean): void
  drop(chestId: number): void
  /** Returns whether so many bytes fit beside the indexes in use and what is reserved; idle ones are evicted for them. */
  makeRoom(bytes: number): boolean
  /** Counts bytes that a search is about to use; negative ones end that. */
  reserve(bytes: number): void
  ids(): number[]
  bytes(): number
  /** The indexes that left to make room, since the start. */
  evictions(): number
}

/**
 * Whether an index belongs to the chest's current key, and to its current state with or without a master key.
 */
const isOf = (held: Kept | undefined, { keyVersion, guardian }: IndexedChest): held is Kept =>
  held?.keyVersion === keyVersion && held.guardian === guardian

export function createIndexMemory({
  clock,
  memoryBytes,
}: {
  readonly clock: Clock
  readonly memoryBytes: number
}): IndexMemory {
  const kept = new Map<number, Kept>()
  let totalBytes = 0
  /** The memory of what searches are unsealing now. */
  let reservedBytes = 0
  let evicted = 0

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
      evicted += 1
    }
    return totalBytes + more <= memoryBytes
  }

  const keep: IndexMemory['keep'] = (chest, index, isNamed) => {
    const { keyVersion, guardian } = chest
    const { bytes } = index
    drop(chest.id)
    kept.set(chest.id, { keyVersion, guardian, index, bytes, isNamed, usedAt: clock() })
    totalBytes += bytes
    evictUntilFits(0, () => true)
  }

  /** Whether so many bytes fit beside the indexes in use; idle ones are evicted for them. */
  const makeRoom = (bytes: number): boolean => {
    return evictUntilFits(reservedBytes + bytes, (_, { usedAt }) => elapsedSince(usedAt, clock()) >= idleMs)
  }

  return {
    of(chest) {
      const held = kept.get(chest.id)
      return isOf(held, chest) ? held : undefined
    },
    freshOf: freshFor,
    keep,
    drop,
    makeRoom,
    reserve: (bytes) => void (reservedBytes += bytes),
    ids: () => [...kept.keys()],
    bytes: () => totalBytes,
    evictions: () => evicted,
  }
}
