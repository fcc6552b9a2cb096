import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRights } from '#domain/rights.ts'
import { neverLocked, type LocatedChest } from '../access/locate.ts'
import { startContentWorld, type ContentWorld } from '../elements/content-testing.ts'
import { writeToChest } from '../elements/chest-writing.ts'
import { insertElements, type Insertion } from '../elements/insert-elements.ts'
import { insertTree, type FolderToInsert } from '../elements/insert-tree.ts'
import { eachEngine } from '../testing/databases.ts'
import { createChestIndexes } from './chest-indexes.ts'

const texts = { login: '', password: '', address: '', description: '', otp: null }
const batchOf = (count: number): Insertion => ({
  folders: [{ name: 'Lot', description: '', place: { standing: null } }],
  items: Array.from({ length: count }, (_, number) => ({
    item: { name: `Compte ${number}`, ...texts },
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
  const fill = async (chestId: number, count: number): Promise<void> => {
    const { deps } = at.app
    const chest = await located(chestId)
    await deps.db.transaction().execute(async (tx) => {
      await insertElements(await writeToChest(tx, deps, chest), at.owner, batchOf(count), new Map())
    })
  }
  const chestOf = async (count: number): Promise<LocatedChest> => {
    const { id } = await at.world.addChest('Plein', at.owner)
    await fill(id, count)
    return located(id)
  }

  it('all who wait for the same index share one building', async () => {
    const chest = await chestOf(50)
    const indexes = createChestIndexes(at.app.deps)
    const all = await Promise.all([1, 2, 3, 4].map(() => indexes.of(chest)))
    expect(new Set(all).size).toBe(1)
    expect(all[0]?.items.size).toBe(50)
  })

  it('a few changes go into the index that is there, many make a new one', async () => {
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

  it('the index that was used longest ago leaves when the memory is full', async () => {
    const [one, other] = [await chestOf(40), await chestOf(40)]
    const { bytes } = await createChestIndexes(at.app.deps).of(one)
    const indexes = createChestIndexes(at.app.deps, { memoryBytes: bytes * 1.5 })
    const kept = await indexes.of(one)
    await indexes.of(other)
    expect(indexes.bytes()).toBeLessThan(bytes * 1.5)
    expect(await indexes.of(one)).not.toBe(kept)
  })

  it('a guardian chest is in no index', async () => {
    const chest = { ...(await chestOf(1)), guardian: true }
    const indexes = createChestIndexes(at.app.deps)
    await expect(indexes.of(chest)).rejects.toMatchObject({ code: 'CHEST_LOCKED' })
    expect(indexes.bytes()).toBe(0)
  })

  it('building an index lets others run in between', async () => {
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

  it('a tree that would go too deep is refused whole', async () => {
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
