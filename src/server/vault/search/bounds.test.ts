import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { search } from '#contract/vault/search.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { asSealed } from '#server/platform/crypto/envelope.ts'
import { startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { createChestIndexes, type ChestIndexes } from '#server/vault/chest-index/chest-indexes.ts'
import { neverLocked } from '#server/access/locate.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestUser } from '#server/testing/world.ts'
import { createSearchDeadline } from './deadline.ts'
import { searchHandlers } from './handlers.ts'
import { createSearcher } from './searcher.ts'

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
    const { find } = searchHandlers({ ...at.app.deps, indexes }, { timeLimitMs })
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

  it('a search leaves out a chest that is damaged, says so, and finds what the others hold', async () => {
    const { db } = at.app.deps
    const { id } = await at.world.addChest('Abîmé', owner)
    const body = { chestId: id, name: 'Hydromètre', password: 'x' }
    expect((await at.call('POST', '/api/item/', body)).status).toBe(201)
    const { meta } = await db
      .selectFrom('items')
      .select('meta')
      .where('chest_id', '=', id)
      .executeTakeFirstOrThrow()
    const write = (bytes: Uint8Array) =>
      db
        .updateTable('items')
        .set({ meta: asSealed(bytes) })
        .where('chest_id', '=', id)
        .execute()
    const damaged = Buffer.from(meta)
    damaged[40] = (damaged[40] ?? 0) ^ 1
    await write(damaged)
    const find = finderOf(inMemory(0))
    for (let times = 0; times < 3; times += 1) {
      const found = await find('metre')
      expect([names(found), found.incomplete]).toEqual([['Baromètre', 'Anémomètre'], true])
    }
    expect(at.app.logged().split('a chest could not be searched'), 'one line').toHaveLength(2)
    await write(meta)
    const whole = await finderOf(inMemory(0))('hydrometre')
    expect([names(whole), whole.incomplete]).toEqual([['Hydromètre'], false])
  })

  it('wide searches that wait for their turn hold no chest', async () => {
    const { id } = await at.world.addChest('Réserve', owner)
    const insert = (number: number) =>
      at.call('POST', '/api/item/', { chestId: id, name: `Armoire ${number}`, password: 'x' })
    for (let number = 0; number < 40; number += 1) expect((await insert(number)).status).toBe(201)
    const row = await at.app.deps.db
      .selectFrom('chests')
      .select(['id', 'revision', 'key_version as keyVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const chest = { ...row, ...neverLocked }
    const fail = (_: unknown, error: unknown): Promise<boolean> => Promise.reject(error)
    const first = inMemory(2 ** 28)
    for await (const { chestId } of first.each([chest], (_, error) => Promise.reject(error)))
      expect(chestId).toBe(id)
    await first.settled()

    // Nothing fits: a chest stays sealed, and its search is a wide one.
    const real = inMemory(0)
    const go = Promise.withResolvers<void>()
    let [begun, reading] = [0, 0]
    const ask: typeof real.thread.ask = async (question) => {
      if (question.kind === 'scan') await go.promise
      return real.thread.ask(question)
    }
    const find = createSearcher({
      ...real,
      async *each(...asked) {
        begun += 1
        reading += 1
        try {
          yield* real.each(...asked)
        } finally {
          reading -= 1
        }
      },
      thread: { ...real.thread, ask },
    })
    const search = async (gone = new AbortController().signal) => {
      const end = createSearchDeadline(gone, 60_000)
      return find([chest], ['armoire'], end, fail).finally(() => end.clear())
    }
    const searches = Array.from({ length: 6 }, () => search())
    await expect.poll(() => [begun, reading]).toEqual([8, 2])
    const caller = new AbortController()
    const givenUp = search(caller.signal)
    await expect.poll(() => [begun, reading]).toEqual([9, 2])
    caller.abort()
    expect(await givenUp).toEqual({ found: { folders: [], items: [] }, isWhole: false })
    go.resolve()
    for (const { found, isWhole } of await Promise.all(searches))
      expect([found.items.length, isWhole]).toEqual([40, true])
    // The one that was given up reads nothing in its turn.
    await expect.poll(() => [begun, reading]).toEqual([13, 0])
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
