import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noItemTexts } from '#domain/vault/item-fields.ts'
import { allRights } from '#domain/platform/rights.ts'
import { neverLocked, type LocatedChest } from '#server/access/locate.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { writeToChest } from '#server/vault/contents/chest-writing.ts'
import { insertElements, type Insertion } from '#server/vault/contents/insert-elements.ts'
import { insertTree, type FolderToInsert } from '#server/vault/contents/insert-tree.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createChestIndexes } from './chest-indexes.ts'
import { createSearchTexts } from './search-text.ts'

const texts = { ...noItemTexts, password: '', otp: null }
const batchOf = (count: number, description = ''): Insertion => ({
  folders: [{ name: 'Lot', description: '', place: { existing: null } }],
  items: Array.from({ length: count }, (_, number) => ({
    item: { ...texts, name: `Compte ${number}`, description },
    place: { inserted: 0 },
  })),
})

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
  const fill = async (chestId: number, count: number, description?: string): Promise<void> => {
    const { deps } = at.app
    const chest = await located(chestId)
    await deps.db.transaction().execute(async (tx) => {
      await insertElements(
        await writeToChest(tx, deps, chest),
        at.owner,
        batchOf(count, description),
        new Map(),
      )
    })
  }
  const chestOf = async (count: number): Promise<LocatedChest> => {
    const { id } = await at.world.addChest('Plein', at.owner)
    await fill(id, count)
    return located(id)
  }

  it('concurrent requests share the build of an index', async () => {
    const chest = await chestOf(50)
    const indexes = createChestIndexes(at.app.deps)
    const all = await Promise.all([1, 2, 3, 4].map(() => indexes.of(chest)))
    expect(new Set(all).size).toBe(1)
    expect(all[0]?.items.size).toBe(50)
  })

  it('a few changes update the existing index, many replace it', async () => {
    const chest = await chestOf(10)
    const indexes = createChestIndexes(at.app.deps)
    const first = await indexes.of(chest)
    await fill(chest.id, 20)
    const second = await indexes.of(await located(chest.id))
    expect(second).toBe(first)
    expect(second.items.size).toBe(30)
    await fill(chest.id, 2_100)
    const third = await indexes.of(await located(chest.id))
    expect(third).not.toBe(first)
    expect([first.items.size, third.items.size]).toEqual([30, 2_130])
  })

  it('the least recently used index is evicted when the memory is full', async () => {
    const [one, other] = [await chestOf(40), await chestOf(40)]
    const { bytes } = await createChestIndexes(at.app.deps).of(one)
    const indexes = createChestIndexes(at.app.deps, { memoryBytes: bytes * 1.5 })
    const kept = await indexes.of(one)
    await indexes.of(other)
    expect(indexes.bytes()).toBeLessThan(bytes * 1.5)
    expect(await indexes.of(one)).not.toBe(kept)
  })

  describe('an index for a search', () => {
    const sizeOf = async (chest: LocatedChest): Promise<number> =>
      (await createChestIndexes(at.app.deps).of(chest)).bytes
    const minute = 60_000
    const withClock = (options: { memoryBytes: number }) => {
      let now = 0
      const indexes = createChestIndexes({ ...at.app.deps, clock: () => now }, options)
      return { indexes, pass: (ms: number) => (now += ms) }
    }

    it('evicts only indexes that were not used for ten minutes', async () => {
      const [one, other] = [await chestOf(40), await chestOf(40)]
      const { indexes, pass } = withClock({ memoryBytes: (await sizeOf(one)) * 1.5 })
      const kept = await indexes.of(one)
      expect(await indexes.forSearch(other)).toBeNull()
      expect(await indexes.forSearch(one)).toBe(kept)
      pass(9 * minute)
      expect(await indexes.of(one)).toBe(kept)
      pass(9 * minute)
      expect(await indexes.forSearch(other)).toBeNull()
      pass(minute)
      expect((await indexes.forSearch(other))?.items.size).toBe(40)
      expect(indexes.cachedIds()).toEqual([other.id])
    })

    it('is abandoned before it exceeds the memory, whatever the size of the last elements', async () => {
      const chest = await chestOf(300)
      await fill(chest.id, 300, 'Une longue note. '.repeat(400))
      const memoryBytes = (await sizeOf(chest)) * 0.8
      const { indexes } = withClock({ memoryBytes })
      expect(await indexes.forSearch(await located(chest.id))).toBeNull()
      expect(indexes.bytes()).toBe(0)
      // Its reservation is released.
      expect(indexes.makeRoom(memoryBytes)).toBe(true)
    })

    it('shares the memory with indexes that are built concurrently', async () => {
      const [one, other] = [await chestOf(600), await chestOf(600)]
      const { indexes } = withClock({ memoryBytes: (await sizeOf(one)) * 1.9 })
      const both = await Promise.all([indexes.forSearch(one), indexes.forSearch(other)])
      expect(both.filter((index) => index === null)).toHaveLength(1)
    })

    it('is updated in place', async () => {
      const chest = await chestOf(10)
      const { indexes } = withClock({ memoryBytes: (await sizeOf(chest)) * 4 })
      const first = await indexes.of(chest)
      await fill(chest.id, 5)
      expect(await indexes.forSearch(await located(chest.id))).toBe(first)
      expect(first.items.size).toBe(15)
    })

    it('keeps the words of a search only if the memory has room for them', async () => {
      const chest = await chestOf(200)
      const size = await sizeOf(chest)
      const wordsIn = async (memoryBytes: number) => {
        const { indexes } = withClock({ memoryBytes })
        const index = await indexes.of(chest)
        const { blocks } = await createSearchTexts(indexes).of(index, createYielder())
        const names: string[] = []
        for await (const block of blocks) names.push(...block.elements.map(({ name }) => name))
        expect(names.toSorted()).toEqual(
          [...[...index.items.values()].map(({ name }) => name), 'Lot'].toSorted(),
        )
        return indexes.bytes() - size
      }
      expect(await wordsIn(size * 2)).toBeGreaterThan(200 * 17)
      expect(await wordsIn(size * 1.1)).toBe(0)
    })

    it('counts two bytes a character for texts that V8 stores so', async () => {
      const { id } = await at.world.addChest('Grec', at.owner)
      await fill(id, 10, 'a'.repeat(5_000))
      const narrow = await sizeOf(await located(id))
      await fill(id, 10, `\u03b1${'a'.repeat(4_999)}`)
      expect((await sizeOf(await located(id))) - narrow).toBeGreaterThan(10 * 10_000)
    })
  })

  it('a locked guardian chest is not indexed', async () => {
    const chest = { ...(await chestOf(1)), guardian: true }
    const indexes = createChestIndexes(at.app.deps)
    await expect(indexes.of(chest)).rejects.toMatchObject({ code: 'CHEST_LOCKED' })
    expect(indexes.bytes()).toBe(0)
  })

  it('building an index yields to other requests', async () => {
    const chest = await chestOf(4_000)
    let turns = 0
    let isBuilding = true
    const turn = (): void => {
      turns += 1
      if (isBuilding) setImmediate(turn)
    }
    setImmediate(turn)
    await createChestIndexes(at.app.deps).of(chest)
    isBuilding = false
    expect(turns).toBeGreaterThan(3)
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
    expect((await deps.indexes.of(await located(id))).folders.size).toBe(0)
  })
})
