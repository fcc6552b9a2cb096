import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { insertTree, type FolderToInsert } from '#server/vault/contents/insert-tree.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { ChestIndex } from './chest-index.ts'
import { batchOf, chestsIn } from './chest-index-testing.ts'
import { createChestIndexes } from './chest-indexes.ts'
import { readSnapshots, storeSnapshot } from './snapshots.ts'
import { packChest } from './pack-chest.ts'
import { sealChest, unsealChest } from './sealed-chest.ts'
import { newKey } from '#server/platform/crypto/data-key.ts'

const ample = { memoryBytes: 2 ** 28 }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const { located, insert, chestOf } = chestsIn(() => at)

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

  it('the least recently used index is evicted when the memory is full', async () => {
    const [one, other] = [await chestOf(40), await chestOf(40)]
    const { bytes } = await createChestIndexes(at.app.deps, ample).of(one)
    const indexes = createChestIndexes(at.app.deps, { memoryBytes: bytes * 1.5 })
    const kept = await indexes.of(one)
    await indexes.of(other)
    expect(indexes.bytes()).toBeLessThan(bytes * 1.5)
    expect(await indexes.of(one)).not.toBe(kept)
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
