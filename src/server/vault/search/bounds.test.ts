import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { createChestIndexes, type ChestIndexes } from '#server/vault/explorer/chest-indexes.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestUser } from '#server/testing/world.ts'
import { searchHandlers } from './handlers.ts'

type Found = ReplyOf<typeof search.find>
type Asked = Parameters<ChestIndexes['forSearch']>[0]
const names = ({ items }: Found): string[] => items.map(({ name }) => name)

eachEngine((engine) => {
  let at: ContentWorld
  let owner: TestUser
  beforeAll(async () => {
    at = await startContentWorld(engine)
    ;({ owner } = at)
    for (const name of ['Anémomètre', 'Baromètre']) {
      const chest = await at.world.addChest(`Coffre ${name}`, owner)
      const body = { chestId: chest.id, name, password: 'x' }
      expect((await at.call('POST', '/api/item/', body)).status).toBe(201)
    }
  })
  afterAll(() => at.app.close())

  const inMemory = (memoryBytes: number): ChestIndexes => createChestIndexes(at.app.deps, { memoryBytes })
  type Options = { timeLimitMs?: number; gone?: AbortSignal; as?: TestUser }
  const finderOf = (indexes: ChestIndexes, { timeLimitMs = 60_000 }: Options = {}) => {
    const { find } = searchHandlers({ db: at.app.deps.db, indexes }, { timeLimitMs })
    return async (text: string, { gone = new AbortController().signal, as = owner }: Options = {}) => {
      const asked = { actor: as, body: { search: text }, gone: () => gone, unlocks: async () => new Map() }
      return find(asked as unknown as HandlerRequest<typeof search.find>)
    }
  }

  it('a search finds the same if no index fits in memory, and stores none', async () => {
    const indexes = inMemory(0)
    const found = await finderOf(indexes)('metre')
    expect(names(found)).toEqual(['Baromètre', 'Anémomètre'])
    expect(found.incomplete).toBe(false)
    expect(indexes.bytes()).toBe(0)
  })

  it('a search returns what it has found at its time limit, marked as incomplete', async () => {
    const indexes = inMemory(1e6)
    await finderOf(indexes)('metre')
    const [first] = indexes.cachedIds()
    const never = new Promise<null>(() => undefined)
    const slow = {
      ...indexes,
      forSearch: (chest: Asked) => (chest.id === first ? indexes.forSearch(chest) : never),
    }
    const found = await finderOf(slow, { timeLimitMs: 50 })('metre')
    expect(found.items.length).toBeLessThan(2)
    expect(found.incomplete).toBe(true)
  })

  it('a search decrypts nothing after its caller has disconnected', async () => {
    const indexes = inMemory(1e6)
    const opened: number[] = []
    const watched = {
      ...indexes,
      forSearch: (chest: Asked) => {
        opened.push(chest.id)
        return indexes.forSearch(chest)
      },
    }
    expect(await finderOf(watched)('metre', { gone: AbortSignal.abort() })).toMatchObject({ items: [] })
    expect(opened).toEqual([])
  })

  it('a search returns nothing of a chest that the caller may no longer read when it ends [SRCH-03]', async () => {
    const reader = await at.world.addUser({ login: 'lectrice' })
    await at.world.grantUser(at.chest, reader, {})
    await at.item({ name: 'Girouette' })
    const indexes = inMemory(1e6)
    const find = finderOf({
      ...indexes,
      forSearch: async (chest) => {
        await at.app.deps.db.deleteFrom('chest_user_rights').where('user_id', '=', reader.id).execute()
        await pause(30)
        return indexes.forSearch(chest)
      },
    })
    expect(await find('girouette', { as: reader })).toMatchObject({ chests: [], items: [] })
    expect(names(await find('girouette'))).toEqual(['Girouette'])
  })

  it('chests that are not in memory are read by one search of a user at a time, and by two in all', async () => {
    const people = [owner, await at.world.addUser({ login: 'un' }), await at.world.addUser({ login: 'deux' })]
    for (const person of people.slice(1)) await at.world.grantUser(at.chest, person, {})
    let reading = 0
    let most = 0
    let together = Promise.resolve()
    const second = Promise.withResolvers<void>()
    const indexes = inMemory(0)
    const forSearch = async (chest: Asked) => {
      reading += 1
      most = Math.max(most, reading)
      if (reading === 2) second.resolve()
      await together
      await pause(2)
      reading -= 1
      return indexes.forSearch(chest)
    }
    const find = finderOf({ ...indexes, forSearch })
    await Promise.all([find('metre'), find('metre')])
    expect(most).toBe(1)
    // The first search continues once a second one reads: the result does not depend on timing.
    together = second.promise
    await Promise.all(people.flatMap((as) => [find('metre', { as }), find('baro', { as })]))
    expect(most).toBe(2)
  })
})
