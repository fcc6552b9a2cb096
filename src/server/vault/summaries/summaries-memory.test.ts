import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { createSummaries, type SummarisedChest } from './summaries.ts'
import { passwords, startFiguresWorld, type FiguresWorld } from '#server/office/dashboard/testing.ts'
import { storeSummaries } from './store-summaries.ts'

/** Memory for one password, in bytes (`summary.ts`). */
const entryBytes = 21
const day = 24 * 3_600_000

eachEngine((engine) => {
  let world: FiguresWorld
  const chests: number[] = []
  const names = ['Mairie', 'Écoles', 'Régie', 'Théâtre']
  beforeAll(async () => {
    world = await startFiguresWorld(engine)
    for (const name of names) {
      const { id } = await world.world.addChest(name, world.owner)
      chests.push(id)
      for (const password of [passwords.weak, passwords.strong, passwords.veryStrong])
        await world.item(password, { chestId: id })
    }
  })
  afterAll(() => world.app.close())

  const read = async (ids: readonly number[]): Promise<SummarisedChest[]> => {
    const rows = await world.app.deps.db
      .selectFrom('chests')
      .select(['id', 'revision', 'key_version as keyVersion'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...row, guardian: false, formerKeyVersion: null, unlock: null }))
  }
  /** Counts the passwords of each level in some chests. */
  const levelsBy = async (summaries: ReturnType<typeof createSummaries>, ids: readonly number[] = chests) => {
    const found: Record<number, number> = {}
    // One after another: a concurrent read has no fixed order.
    for (const chest of await read(ids))
      await summaries.each([chest], (_, { levels }) => {
        for (const level of levels) found[level] = (found[level] ?? 0) + 1
      })
    return found
  }
  const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)
  const ofAll = { 2: 4, 4: 4, 5: 4 }
  /** Memory for the summaries of two of the four chests. */
  const bytes = 2 * 3 * entryBytes

  it('a summary that does not fit is counted anyway, and evicts none in use', async () => {
    const summaries = createSummaries(world.app.deps, { bytes, inUseMs: day })
    for (let round = 0; round < 3; round += 1) {
      expect(await levelsBy(summaries)).toEqual(ofAll)
      expect(summaries.cachedIds()).toEqual(chests.slice(0, 2))
    }
    // The same with summaries stored by the job.
    await storeSummaries(world.app.deps, async () => true)
    expect(await levelsBy(summaries)).toEqual(ofAll)
    expect(await levelsBy(createSummaries(world.app.deps, { bytes: 0, inUseMs: day }))).toEqual(ofAll)
    expect(summaries.cachedIds()).toEqual(chests.slice(0, 2))
  })

  it('unused summaries are evicted, least recently used first', async () => {
    const summaries = createSummaries(world.app.deps, { bytes, inUseMs: 0 })
    const [one = 0, two = 0, three = 0, four = 0] = chests
    await levelsBy(summaries, [one])
    await levelsBy(summaries, [two])
    await levelsBy(summaries, [one])
    await levelsBy(summaries, [three])
    expect(summaries.cachedIds()).toEqual([one, three])
    await levelsBy(summaries, [four])
    expect(summaries.cachedIds()).toEqual([three, four])
    expect(await levelsBy(summaries)).toEqual(ofAll)
    expect(summaries.cachedIds()).toHaveLength(2)
  })

  it('a summary that outgrows the memory is evicted, and stored again when it shrinks', async () => {
    const summaries = createSummaries(world.app.deps, { bytes: 4 * entryBytes, inUseMs: day })
    const { id } = await world.world.addChest('Croissant', world.owner)
    const items: number[] = []
    const add = async () => items.push(await world.item(passwords.average, { chestId: id }))
    for (let count = 0; count < 4; count += 1) await add()
    expect(await levelsBy(summaries, [id])).toEqual({ 3: 4 })
    expect(summaries.cachedIds()).toEqual([id])
    await add()
    expect(await levelsBy(summaries, [id])).toEqual({ 3: 5 })
    expect(summaries.cachedIds()).toEqual([])
    // Its memory is free for another one.
    expect(await levelsBy(summaries, chests.slice(0, 1))).toEqual({ 2: 1, 4: 1, 5: 1 })
    expect(summaries.cachedIds()).toEqual(chests.slice(0, 1))
    summaries.evict(chests[0] ?? 0)
    for (const item of items.splice(0, 2)) await world.call('DELETE', `/api/item/${item}`)
    expect(await levelsBy(summaries, [id])).toEqual({ 3: 3 })
    expect(summaries.cachedIds()).toEqual([id])
  })

  it('concurrent reads of the same chests do not count their memory twice', async () => {
    const summaries = createSummaries(world.app.deps, { bytes: 4 * 3 * entryBytes, inUseMs: day })
    const all = await Promise.all(Array.from({ length: 8 }, () => levelsBy(summaries)))
    expect(all).toEqual(Array.from({ length: 8 }, () => ofAll))
    expect(inOrder(summaries.cachedIds())).toEqual(chests)
    for (const id of chests) summaries.evict(id)
    // All the memory is free again: the four fit again.
    await levelsBy(summaries)
    expect(inOrder(summaries.cachedIds())).toEqual(chests)
  })
})
