import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { allRights } from '#domain/platform/rights.ts'
import { neverLocked, type LocatedChest } from '#server/access/locate.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import { insertElements, type Insertion } from '#server/vault/contents/insert-elements.ts'
import { insertTree, type FolderToInsert } from '#server/vault/contents/insert-tree.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { ChestIndex } from './chest-index.ts'
import { createChestIndexes } from './chest-indexes.ts'
import { readSnapshots, storeSnapshot } from './snapshots.ts'
import { packChest } from './pack-chest.ts'
import { PackedChest } from './packed-chest.ts'
import { sealChest, sizeOf, unsealChest } from './sealed-chest.ts'
import { newKey } from '#server/platform/crypto/data-key.ts'

const texts = { ...noItemTexts, password: '', otp: null, fields: [] }
const batchOf = (count: number): Insertion => ({
  folders: [{ name: 'Lot', description: '', place: { existing: null } }],
  items: Array.from({ length: count }, (_, number) => ({
    item: { ...texts, name: `Compte ${number}` },
    place: { inserted: 0 },
  })),
})

const ample = { memoryBytes: 2 ** 28 }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const located = async (id: number): Promise<LocatedChest> => {
    const row = await at.app.deps.db
      .selectFrom('chests')
      .select(['id', 'name', 'revision', 'key_version as keyVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { ...row, ...neverLocked, rights: allRights, judged: { user: at.owner.id, right: 'create' } }
  }
  /** @param folder null: items go to the root */
  const insert = async (chestId: number, batch: Insertion, folder: 0 | null): Promise<void> => {
    const { deps } = at.app
    const chest = await located(chestId)
    const items = batch.items.map((each) => (folder === null ? { ...each, place: { existing: null } } : each))
    await deps.db.transaction().execute(async (tx) => {
      await insertElements(await writeToChest(tx, deps, chest), at.owner, { ...batch, items }, new Map())
    })
  }
  const chestOf = async (count: number): Promise<LocatedChest> => {
    const { id } = await at.world.addChest('Plein', at.owner)
    await insert(id, batchOf(count), 0)
    return located(id)
  }

  const itemsOf = (index: ChestIndex): number => {
    const [lot] = index.foldersIn(null)
    return index.countIn(lot?.id ?? null).items
  }

  it('concurrent requests share the opening of an index', async () => {
    const chest = await chestOf(50)
    const indexes = createChestIndexes(at.app.deps, ample)
    const all = await Promise.all([1, 2, 3, 4].map(() => indexes.of(chest)))
    expect(new Set(all).size).toBe(1)
    expect(all.map(itemsOf)).toEqual([50, 50, 50, 50])
  })

  it('changes update the existing index; many are packed again in the background', async () => {
    const chest = await chestOf(10)
    const indexes = createChestIndexes(at.app.deps, ample)
    const first = await indexes.of(chest)
    const add = async (count: number): Promise<ChestIndex> => {
      await insert(chest.id, { ...batchOf(count), folders: [] }, null)
      return indexes.of(await located(chest.id))
    }
    const second = await add(20)
    expect(second).toBe(first)
    expect([second.countIn(null).items, second.countChanges]).toEqual([20, 20])
    await add(300)
    await indexes.settled()
    const third = await indexes.of(await located(chest.id))
    expect(third).not.toBe(first)
    expect([third.countIn(null).items, third.countChanges]).toEqual([320, 0])
  })

  it('more changes than are applied at once are packed before the index is returned', async () => {
    const chest = await chestOf(10)
    const indexes = createChestIndexes(at.app.deps, ample)
    const first = await indexes.of(chest)
    await insert(chest.id, { ...batchOf(1_001), folders: [] }, null)
    const second = await indexes.of(await located(chest.id))
    expect(second).not.toBe(first)
    expect([second.countIn(null).items, itemsOf(second), second.countChanges]).toEqual([1_001, 10, 0])
    expect(second.slice(null, 1, 1).items).toMatchObject([{ name: 'Compte 0', creator: at.owner.login }])
  })

  it('an index that is larger than the memory serves its requests and is dropped', async () => {
    const chest = await chestOf(40)
    const indexes = createChestIndexes(at.app.deps, { memoryBytes: 1_000 })
    expect(itemsOf(await indexes.of(chest))).toBe(40)
    expect([indexes.cachedIds(), indexes.bytes()]).toEqual([[], 0])
  })

  it('an index that is evicted while it is opened does not stay in memory', async () => {
    const chest = await chestOf(40)
    const indexes = createChestIndexes(at.app.deps, ample)
    const opening = indexes.of(chest)
    indexes.evict(chest.id)
    expect(itemsOf(await opening)).toBe(40)
    expect(indexes.cachedIds()).toEqual([])
  })

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
      const open: typeof chestKeys.open = async (...which) => {
        opened += 1
        return chestKeys.open(...which)
      }
      const indexes = createChestIndexes({ ...at.app.deps, chestKeys: { ...chestKeys, open } }, ample)
      await Promise.all(Array.from({ length: 8 }, () => readAll(indexes, [chest])))
      expect(opened).toBe(4)
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
  })

  it('the least recently used index is evicted when the memory is full', async () => {
    const [one, other] = [await chestOf(40), await chestOf(40)]
    const { bytes } = await createChestIndexes(at.app.deps, ample).of(one)
    const indexes = createChestIndexes(at.app.deps, { memoryBytes: bytes * 1.5 })
    const kept = await indexes.of(one)
    await indexes.of(other)
    expect(indexes.bytes()).toBeLessThan(bytes * 1.5)
    expect(await indexes.of(one)).not.toBe(kept)
  })

  it('a search evicts only indexes that were not used for ten minutes', async () => {
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

  describe('a snapshot', () => {
    const rows = (id: number) =>
      at.app.deps.db
        .selectFrom('chest_snapshots')
        .selectAll()
        .where('chest_id', '=', id)
        .orderBy('part')
        .execute()
    /** Opens a chest on a node without anything in memory, and returns how many rows of elements it read. */
    const openAnew = async (id: number): Promise<{ index: ChestIndex; changes: number }> => {
      const indexes = createChestIndexes(at.app.deps, ample)
      const index = await indexes.of(await located(id))
      await indexes.settled()
      return { index, changes: index.countChanges }
    }

    it('is stored when a chest is first read, and spares reading its rows', async () => {
      const chest = await chestOf(250)
      await openAnew(chest.id)
      expect(await rows(chest.id)).toMatchObject([
        { part: 0, parts: 1, revision: chest.revision, key_version: 1 },
      ])
      // Rows whose revision is not newer are not read: one that an outsider alters is not noticed.
      await at.app.deps.db
        .updateTable('items')
        .set({ category_id: 2 })
        .where('chest_id', '=', chest.id)
        .execute()
      const { index } = await openAnew(chest.id)
      const [lot] = index.foldersIn(null)
      expect(index.slice(lot?.id ?? null, 0, 1).items).toMatchObject([{ category: { id: 6 } }])
    })

    it('of a revision that the chest has not reached is not stored', async () => {
      const chest = await chestOf(40)
      const key = await at.app.deps.chestKeys.open(at.app.deps.db, chest)
      const later = sealChest(key, chest.id, chest.revision + 1, packChest([]))
      await storeSnapshot(at.app.deps.db, chest, later)
      expect(await rows(chest.id)).toEqual([])
    })

    it('is completed by the rows that changed since', async () => {
      const chest = await chestOf(60)
      await openAnew(chest.id)
      await insert(chest.id, { ...batchOf(3), folders: [] }, null)
      const { index, changes } = await openAnew(chest.id)
      expect([index.countIn(null).items, itemsOf(index), changes]).toEqual([3, 60, 3])
    })

    it('of an empty chest unseals', () => {
      const [key, block] = [newKey(1), packChest([])]
      expect(unsealChest(key, sealChest(key, 7, 1, block))).toEqual(block)
    })

    it('of a few elements is not stored', async () => {
      const chest = await chestOf(5)
      await openAnew(chest.id)
      expect(await rows(chest.id)).toEqual([])
    })

    const alterations: [string, (id: number) => Promise<unknown>][] = [
      [
        'is missing',
        (id) => at.app.deps.db.deleteFrom('chest_snapshots').where('chest_id', '=', id).execute(),
      ],
      [
        'is torn',
        (id) =>
          at.app.deps.db
            .updateTable('chest_snapshots')
            .set({ parts: 2 } as never)
            .where('chest_id', '=', id)
            .execute(),
      ],
      [
        'is forged',
        async (id) => {
          const [row] = await rows(id)
          const sealed = Buffer.from(row?.sealed ?? [])
          sealed[40] = (sealed[40] ?? 0) ^ 1
          await at.app.deps.db
            .updateTable('chest_snapshots')
            .set({ sealed } as never)
            .where('chest_id', '=', id)
            .execute()
        },
      ],
      [
        'claims a former revision',
        (id) =>
          at.app.deps.db
            .updateTable('chest_snapshots')
            .set({ revision: 0 } as never)
            .where('chest_id', '=', id)
            .execute(),
      ],
      [
        'claims a later revision',
        (id) =>
          at.app.deps.db
            .updateTable('chest_snapshots')
            .set({ revision: 1_000 } as never)
            .where('chest_id', '=', id)
            .execute(),
      ],
      [
        'is of another chest',
        async (id) => {
          const other = await chestOf(50)
          await openAnew(other.id)
          const [row] = await rows(other.id)
          await at.app.deps.db
            .updateTable('chest_snapshots')
            .set({ sealed: row?.sealed } as never)
            .where('chest_id', '=', id)
            .execute()
        },
      ],
      [
        'is of another key',
        (id) =>
          at.app.deps.db
            .updateTable('chest_snapshots')
            .set({ key_version: 2 } as never)
            .where('chest_id', '=', id)
            .execute(),
      ],
    ]
    for (const [fault, alter] of alterations)
      it(`that ${fault} is never believed, and is built again`, async () => {
        const chest = await chestOf(40)
        await openAnew(chest.id)
        await alter(chest.id)
        const [altered] = await rows(chest.id)
        const { index } = await openAnew(chest.id)
        expect(itemsOf(index)).toBe(40)
        const [stored, ...more] = await rows(chest.id)
        expect(stored).toMatchObject({ part: 0, parts: 1, revision: chest.revision, key_version: 1 })
        expect(more).toEqual([])
        expect(stored?.sealed).not.toEqual(altered?.sealed)
      })

    it('that shows destroyed content is deleted with it; a later one stays', async () => {
      const chest = await chestOf(40)
      await openAnew(chest.id)
      const { index } = await openAnew(chest.id)
      const [lot] = index.foldersIn(null)
      const [item] = index.slice(lot?.id ?? null, 0, 1).items
      const trash = async (id: number) => {
        const reply = await at.call('DELETE', `/api/item/${id}`)
        expect(reply.status).toBe(200)
        return (reply.body as { trashId: number }).trashId
      }
      const destroy = async (trashId: number) =>
        expect((await at.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' })).status).toBe(200)
      await destroy(await trash(item?.id ?? 0))
      expect(await rows(chest.id)).toEqual([])
      expect(itemsOf((await openAnew(chest.id)).index)).toBe(39)
      const [next] = (await openAnew(chest.id)).index.slice(lot?.id ?? null, 0, 1).items
      const entry = await trash(next?.id ?? 0)
      await at.app.deps.db.deleteFrom('chest_snapshots').where('chest_id', '=', chest.id).execute()
      await openAnew(chest.id)
      await destroy(entry)
      expect(await rows(chest.id)).toHaveLength(1)
      expect(itemsOf((await openAnew(chest.id)).index)).toBe(38)
    })

    it('does not bring back content that is destroyed while it is made', async () => {
      const chest = await chestOf(40)
      const { index } = await openAnew(chest.id)
      const sealed = (await readSnapshots(at.app.deps.db, [chest])).get(chest.id)
      const [lot] = index.foldersIn(null)
      const [item] = index.slice(lot?.id ?? null, 0, 1).items
      const { trashId } = (await at.call('DELETE', `/api/item/${item?.id}`)).body as { trashId: number }
      await at.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' })
      if (!sealed) throw new Error('no snapshot')
      await storeSnapshot(at.app.deps.db, chest, sealed)
      // A reply of the server itself may have stored a later one.
      expect((await rows(chest.id)).filter(({ revision }) => revision === sealed.revision)).toEqual([])
    })
  })

  it('a locked guardian chest is not indexed', async () => {
    const chest = { ...(await chestOf(1)), guardian: true }
    const indexes = createChestIndexes(at.app.deps, ample)
    await expect(indexes.of(chest)).rejects.toMatchObject({ code: 'CHEST_LOCKED' })
    expect(indexes.bytes()).toBe(0)
  })

  it('a tree that would be too deep is refused whole', async () => {
    const { id } = await at.world.addChest('Profond', at.owner)
    let tree: FolderToInsert = { name: 'Lot', description: '', folders: [] }
    for (let level = 0; level < 64; level += 1) tree = { name: 'Niveau', description: '', folders: [tree] }
    const { deps } = at.app
    const destination = { chest: await located(id), folderId: null, actor: at.owner }
    await expect(
      deps.db.transaction().execute((tx) => insertTree(tx, deps, destination, tree)),
    ).rejects.toMatchObject({ code: 'FOLDER_TOO_DEEP' })
    expect((await deps.indexes.of(await located(id))).countIn(null).folders).toBe(0)
  })
})
