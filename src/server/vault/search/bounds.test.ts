import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { createChestIndexes, type ChestIndexes } from '#server/vault/chest-index/chest-indexes.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestUser } from '#server/testing/world.ts'
import { searchHandlers } from './handlers.ts'

type Found = ReplyOf<typeof search.find>
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
  /** Runs something before each chest that a search reads. */
  const watched = (
    indexes: ChestIndexes,
    before: (chestId: number) => Promise<void> | void,
  ): ChestIndexes => ({
    ...indexes,
    async *each(...asked) {
      for await (const chest of indexes.each(...asked)) {
        await before(chest.chestId)
        yield chest
      }
    },
  })

  it('a search finds the same if no index fits in memory, and stores none', async () => {
    const indexes = inMemory(0)
    const found = await finderOf(indexes)('metre')
    expect(names(found)).toEqual(['Baromètre', 'Anémomètre'])
    expect(found.incomplete).toBe(false)
    expect(indexes.bytes()).toBe(0)
  })

  it('a search returns what it has found at its time limit, marked as incomplete', async () => {
    const slow = watched(inMemory(1e6), () => new Promise(() => undefined))
    const found = await finderOf(slow, { timeLimitMs: 50 })('metre')
    expect(found.items.length).toBeLessThan(2)
    expect(found.incomplete).toBe(true)
  })

  it('a search decrypts nothing after its caller has disconnected', async () => {
    const opened: number[] = []
    const indexes = watched(inMemory(1e6), (id) => void opened.push(id))
    expect(await finderOf(indexes)('metre', { gone: AbortSignal.abort() })).toMatchObject({ items: [] })
    expect(opened).toEqual([])
  })

  it('a search returns nothing of a chest that the caller may no longer read when it ends [SRCH-03]', async () => {
    const reader = await at.world.addUser({ login: 'lectrice' })
    await at.world.grantUser(at.chest, reader, {})
    await at.item({ name: 'Girouette' })
    const find = finderOf(
      watched(inMemory(1e6), async () => {
        await at.app.deps.db.deleteFrom('chest_user_rights').where('user_id', '=', reader.id).execute()
        await pause(30)
      }),
    )
    expect(await find('girouette', { as: reader })).toMatchObject({ chests: [], items: [] })
    expect(names(await find('girouette'))).toEqual(['Girouette'])
  })
})
