import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocatedChest } from '#server/access/locate.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { batchOf, chestsIn } from './chest-index-testing.ts'
import { createChestIndexes } from './chest-indexes.ts'
import { PackedChest } from './packed-chest.ts'
import { sizeOf } from './sealed-chest.ts'
import { readSnapshots } from './snapshots.ts'

const ample = { memoryBytes: 2 ** 28 }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const { located, insert, chestOf } = chestsIn(() => at)

  describe('a search', () => {
    const readAll = async (
      indexes: ReturnType<typeof createChestIndexes>,
      chests: readonly LocatedChest[],
    ) => {
      const all = []
      for await (const one of indexes.each(chests, (_, error) => Promise.reject(error))) all.push(one)
      return all
    }
    const isInMemory = ({ packed }: { packed: unknown }): boolean => packed instanceof PackedChest

    it('unseals no more at once than fits into the memory; the rest stays sealed', async () => {
      const chests = [await chestOf(40), await chestOf(40), await chestOf(40)]
      const first = createChestIndexes(at.app.deps, ample)
      await readAll(first, chests)
      await first.settled()
      const sealed = await readSnapshots(at.app.deps.db, chests)
      expect(sealed.size).toBe(3)
      const bytes = Math.max(...[...sealed.values()].map(sizeOf))
      const read = await readAll(createChestIndexes(at.app.deps, { memoryBytes: 10 * bytes }), chests)
      expect(read.filter(isInMemory)).toHaveLength(1)
    })

    it('shares the packing of a chest that has no snapshot with another search', async () => {
      const chest = await chestOf(40)
      const { chestKeys } = at.app.deps
      const both = Promise.withResolvers<void>()
      let arrived = 0
      // Neither packs before the other one asks.
      const open: typeof chestKeys.open = async (...which) => {
        const key = await chestKeys.open(...which)
        if ((arrived += 1) === 2) both.resolve()
        await both.promise
        return key
      }
      const deps = { ...at.app.deps, chestKeys: { ...chestKeys, open } }
      const indexes = createChestIndexes(deps, { memoryBytes: 0 })
      const [[one], [other]] = await Promise.all([readAll(indexes, [chest]), readAll(indexes, [chest])])
      if (!(one?.packed instanceof PackedChest && other?.packed instanceof PackedChest))
        throw new Error('the chest has a snapshot')
      expect(one.packed.block).toBe(other.packed.block)
    })

    it('waits while a few others read chests that are not in memory', async () => {
      const chest = await chestOf(40)
      const { chestKeys, db } = at.app.deps
      const go = Promise.withResolvers<void>()
      let [arrived, left, most] = [0, 0, 0]
      const open: typeof chestKeys.open = async (...which) => {
        arrived += 1
        most = Math.max(most, arrived - left)
        await go.promise
        return chestKeys.open(...which)
      }
      const deps = { ...at.app.deps, chestKeys: { ...chestKeys, open } }
      const indexes = createChestIndexes(deps, { memoryBytes: 0 })
      const all = Array.from({ length: 8 }, () => readAll(indexes, [chest]).finally(() => (left += 1)))
      await expect.poll(() => arrived).toBeGreaterThanOrEqual(4)
      // Those that were begun before have been read by then.
      await readSnapshots(db, [chest])
      go.resolve()
      expect((await Promise.all(all)).map((read) => read.map(({ chestId }) => chestId))).toEqual(
        Array.from({ length: 8 }, () => [chest.id]),
      )
      expect([arrived, most]).toEqual([8, 4])
    })

    it('finds in memory what another one has read meanwhile', async () => {
      const chest = await chestOf(40)
      const { chestKeys } = at.app.deps
      let opened = 0
      const four = Promise.withResolvers<void>()
      const open: typeof chestKeys.open = async (...which) => {
        opened += 1
        // None has ended before as many as may read at once have begun.
        if (opened === 4) four.resolve()
        await four.promise
        return chestKeys.open(...which)
      }
      const indexes = createChestIndexes({ ...at.app.deps, chestKeys: { ...chestKeys, open } }, ample)
      await Promise.all(Array.from({ length: 8 }, () => readAll(indexes, [chest])))
      expect(opened).toBe(4)
    })

    it('does not unseal a damaged chest again for a minute, unless it has changed', async () => {
      const chest = await chestOf(40)
      const { chestKeys, db } = at.app.deps
      const row = await db
        .selectFrom('items')
        .select(['id', 'meta'])
        .where('chest_id', '=', chest.id)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const write = (bytes: Uint8Array) =>
        db
          .updateTable('items')
          .set({ meta: asSealed(bytes) })
          .where('id', '=', row.id)
          .execute()
      const damaged = Buffer.from(row.meta)
      damaged[40] = (damaged[40] ?? 0) ^ 1
      await write(damaged)
      let [opened, now] = [0, 1_000]
      const open: typeof chestKeys.open = async (...which) => {
        opened += 1
        return chestKeys.open(...which)
      }
      const deps = { ...at.app.deps, chestKeys: { ...chestKeys, open }, clock: () => now }
      const indexes = createChestIndexes(deps, { memoryBytes: 0 })
      const readIt = (as = chest) => readAll(indexes, [as]).catch((error: unknown) => error)
      const error = await readIt()
      expect(error).toMatchObject({ code: 'AUTHENTICATION' })
      now += 59_000
      expect(await readIt()).toBe(error)
      expect(opened).toBe(1)
      await insert(chest.id, { ...batchOf(1), folders: [] }, null)
      expect(await readIt(await located(chest.id))).toMatchObject({ code: 'AUTHENTICATION' })
      expect(opened).toBe(2)
      await write(row.meta)
      now += 60_000
      expect(await readIt(await located(chest.id))).toMatchObject([{ chestId: chest.id }])
    })

    it('packs a chest again in the background that changed much and does not stay in memory', async () => {
      const chest = await chestOf(40)
      const first = createChestIndexes(at.app.deps, ample)
      await readAll(first, [chest])
      await first.settled()
      await insert(chest.id, { ...batchOf(101), folders: [] }, null)
      const changed = await located(chest.id)
      const indexes = createChestIndexes(at.app.deps, { memoryBytes: 0 })
      const [read] = await readAll(indexes, [changed])
      expect(read?.changes).toHaveLength(101)
      await indexes.settled()
      const [again] = await readAll(createChestIndexes(at.app.deps, ample), [changed])
      expect(again?.changes).toEqual([])
      expect(again?.packed).toMatchObject({ size: 142 })
    })

    it('evicts only indexes that were not used for ten minutes', async () => {
      const minute = 60_000
      const [one, other] = [await chestOf(40), await chestOf(40)]
      const { bytes } = await createChestIndexes(at.app.deps, ample).of(one)
      let now = 0
      const deps = { ...at.app.deps, clock: () => now }
      const indexes = createChestIndexes(deps, { memoryBytes: bytes * 1.5 })
      const kept = await indexes.of(one)
      const searched = async (chest: LocatedChest): Promise<number[]> => {
        const read = indexes.each([chest], (_, error) => Promise.reject(error))
        for await (const { chestId } of read) expect(chestId).toBe(chest.id)
        return indexes.cachedIds()
      }
      now += 9 * minute
      expect(await searched(other)).toEqual([one.id])
      expect(await searched(one)).toEqual([one.id])
      expect(await indexes.of(one)).toBe(kept)
      now += 9 * minute
      expect(await searched(other)).toEqual([one.id])
      now += minute
      expect(await searched(other)).toEqual([other.id])
    })
  })
})
