import type { Kysely } from 'kysely'
import type { LocatedChest } from '#server/access/locate.ts'
import { prepared, type Params } from '#server/database/compiled.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { createBreather } from '../elements/breather.ts'
import { ChestIndex, type IndexChange } from './chest-index.ts'
import { createFrenchOrder } from './french-order.ts'
import { changesAfter, type NamedCategory } from './index-build.ts'

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
  /** Drops a chest's index: it was destroyed, locked or got another key. */
  forget(chestId: number): void
  /** The chests whose indexes are in memory. */
  kept(): number[]
  /** About how much memory the indexes hold, in bytes. */
  bytes(): number
}

/** What all indexes together may hold: about 200,000 items. */
export const indexMemoryBytes = 96 * 1024 * 1024
/** Beyond so many changes a new index replaces the old one, so that nobody sees half of them. */
const mostChangesAtOnce = 2_000

type Kept = { readonly keyVersion: number; readonly guardian: boolean; readonly index: ChestIndex }

/** Whether an index is of the chest as it is now: its rows say whether it has a master key. */
const isOf = (held: Kept | undefined, { keyVersion, guardian }: IndexedChest): held is Kept =>
  held?.keyVersion === keyVersion && held.guardian === guardian

/** Indexes leave in the order of their last use once they hold more than the bound together. */
export function createChestIndexes(
  { db, chestKeys }: Pick<Deps, 'db' | 'chestKeys'>,
  { memoryBytes = indexMemoryBytes }: { memoryBytes?: number } = {},
): ChestIndexes {
  const order = createFrenchOrder()
  const kept = new Map<number, Kept>()
  const pending = new Map<number, Promise<void>>()
  const categories = new Map<number, NamedCategory>()

  const freshFor = (chest: IndexedChest): ChestIndex | undefined => {
    const held = kept.get(chest.id)
    if (!isOf(held, chest) || held.index.revision < chest.revision) return undefined
    kept.delete(chest.id)
    kept.set(chest.id, held)
    return held.index
  }

  const keep = (chest: IndexedChest, index: ChestIndex): void => {
    kept.delete(chest.id)
    kept.set(chest.id, { keyVersion: chest.keyVersion, guardian: chest.guardian, index })
    let bytes = totalOf(kept)
    for (const [id, { index: other }] of kept) {
      if (bytes <= memoryBytes || id === chest.id) break
      kept.delete(id)
      bytes -= other.bytes
    }
  }

  const bringUp = async (chest: IndexedChest): Promise<void> => {
    const ck = await chestKeys.open(db, chest)
    const reader = { db, chest, ck, breather: createBreather(), categories }
    const held = kept.get(chest.id)
    if (isOf(held, chest)) {
      const changes = await upTo(mostChangesAtOnce, changesAfter(reader, held.index.revision))
      // Asked after the reading: what was destroyed during it is known too.
      if (changes && held.index.revision >= (await destroyedUpTo(db, chest.id))) {
        // At once, without a pause: whoever reads in between sees the chest before or after.
        for (const change of changes) held.index.apply(change)
        held.index.revision = chest.revision
        return keep(chest, held.index)
      }
    }
    const index = new ChestIndex(order)
    for await (const changes of changesAfter(reader, -1)) {
      for (const change of changes) index.apply(change)
    }
    index.revision = chest.revision
    keep(chest, index)
  }

  return {
    async of(chest) {
      if (chest.guardian) await chestKeys.open(db, chest)
      for (;;) {
        const fresh = freshFor(chest)
        if (fresh) return fresh
        let work = pending.get(chest.id)
        if (!work) {
          work = bringUp(chest).finally(() => pending.delete(chest.id))
          pending.set(chest.id, work)
        }
        await work
      }
    },
    forget: (chestId) => void kept.delete(chestId),
    kept: () => [...kept.keys()],
    bytes: () => totalOf(kept),
  }
}

const destroyedRevision = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
  db.selectFrom('chests').select('destroyed_revision').where('id', '=', params('id')),
)

/** The last revision of content that was destroyed: its rows cannot tell an older index that they are gone. */
const destroyedUpTo = async (db: Kysely<Tables>, id: number): Promise<number> =>
  (await destroyedRevision.first(db, { id }))?.destroyed_revision ?? 0

const totalOf = (kept: ReadonlyMap<number, Kept>): number =>
  kept.values().reduce((sum, { index }) => sum + index.bytes, 0)

/** The changes, or null when they are more than so many. */
async function upTo(most: number, chunks: AsyncIterable<IndexChange[]>): Promise<IndexChange[] | null> {
  const found: IndexChange[] = []
  for await (const changes of chunks) {
    found.push(...changes)
    if (found.length > most) return null
  }
  return found
}
