import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { startOfficeWorld, type OfficeWorld, type Person } from '#server/testing/offices.ts'
import { createRefusalLog, refusalLogLimits, type RefusedCall } from './refusal-log.ts'

const minute = refusalLogLimits.windowMs

eachEngine((engine) => {
  describe('refused calls in the journal', () => {
    let at: OfficeWorld
    let helper: Person
    let other: Person
    beforeAll(async () => {
      at = await startOfficeWorld(engine)
      helper = await at.person('intervenante', [at.mairie])
      other = await at.person('collegue', [at.mairie])
    })
    afterAll(() => at.app.close())
    beforeEach(async () => {
      // What former tests left open ends, and its rows with it.
      at.app.time.now += 3 * minute
      await at.app.deps.refusals.round()
      await at.app.deps.refusals.round()
      await at.app.deps.db.deleteFrom('journal').execute()
    })

    const rows = () =>
      at.app.deps.db
        .selectFrom('journal')
        .select(['actor_id', 'at', 'chest_id', 'objects', 'outcome'])
        .where('action', '=', 'access.refused')
        .orderBy('seq')
        .execute()
    const objectsOf = async () => (await rows()).map(({ objects }) => JSON.parse(objects) as object)
    const pass = async (ms: number) => {
      at.app.time.now += ms
      await at.app.deps.refusals.round()
    }

    it('of one kind by one user are one row a minute, with their count [JOUR-13]', async () => {
      const started = at.app.time.now
      for (let id = 1; id <= 500; id += 1) {
        expect((await helper.call('GET', `/api/item/${1_000_000 + id}`)).status).toBe(404)
      }
      const first = { call: 'GET /api/item/:id', code: 'ITEM_NOT_FOUND', count: 1, asked: ['item:1000001'] }
      expect(await objectsOf(), 'the first at once').toEqual([first])
      await pass(minute - 1)
      expect(await rows()).toHaveLength(1)
      await pass(1)
      const counted = {
        ...first,
        count: 499,
        asked: Array.from({ length: refusalLogLimits.named }, (_, index) => `item:${1_000_002 + index}`),
        since: new Date(started).toISOString(),
      }
      expect(await objectsOf()).toEqual([first, counted])
      // Going on, there is one row a minute; after a quiet minute the next refusal is written at once again.
      for (let round = 0; round < 3; round += 1) {
        for (let turn = 0; turn < 20; turn += 1) await helper.call('GET', '/api/item/7654321')
        await pass(minute)
      }
      const all = await rows()
      expect(all).toHaveLength(5)
      for (const [index, row] of all.slice(1).entries()) {
        expect(row.at - (all[index]?.at ?? 0)).toBeGreaterThanOrEqual(minute)
      }
      await pass(minute)
      await helper.call('GET', '/api/item/7654321')
      expect(await objectsOf()).toHaveLength(6)
    })

    it('are separate by user, call and reason, and name their objects', async () => {
      const chest = await at.world.addChest('Refusé', other, [at.mairie])
      await at.world.grantUser(chest, helper)
      await helper.call('POST', '/api/folder/', { chestId: chest.id, name: 'Non' })
      await other.call('GET', `/api/chest/${chest.id}/audience`)
      await helper.call('GET', `/api/chest/${chest.id}/audience`)
      await helper.call('PATCH', `/api/user/${other.id}`, { update: { firstName: 'Non' } })
      await helper.call('GET', '/api/kpi/password_strength?is_manager=true')
      expect(await rows()).toMatchObject([
        { actor_id: helper.id, chest_id: chest.id, outcome: 'refused' },
        { actor_id: other.id, chest_id: chest.id },
        { actor_id: helper.id, chest_id: chest.id },
        { actor_id: helper.id, chest_id: null },
        { actor_id: helper.id, chest_id: null },
      ])
      expect(await objectsOf()).toMatchObject([
        { call: 'POST /api/folder/', code: 'RIGHT_REQUIRED', asked: [`chest:${chest.id}`], count: 1 },
        { call: 'GET /api/chest/:id/audience', code: 'ROLE_REQUIRED', asked: [`chest:${chest.id}`] },
        { call: 'GET /api/chest/:id/audience', code: 'ROLE_REQUIRED', asked: [`chest:${chest.id}`] },
        { code: 'ROLE_REQUIRED', asked: [`user:${other.id}`] },
        { call: 'GET /api/kpi/password_strength', code: 'ROLE_REQUIRED' },
      ])
    })

    it('name a chest only when all of them lead to it', async () => {
      const [one, two] = [1, 2].map((id) => 8_000_000 + id)
      for (const id of [one, one, one]) await helper.call('GET', `/api/chest/${id}/tree/`)
      await pass(minute)
      for (const id of [one, two]) await helper.call('GET', `/api/chest/${id}/tree/`)
      await pass(minute)
      expect((await rows()).map((row) => row.chest_id)).toEqual([one, one, null])
    })

    it('that wait are written when the server stops', async () => {
      const { deps } = at.app
      const log = createRefusalLog(deps)
      for (let turn = 0; turn < 3; turn += 1) await log.note(refused(1))
      await log.stop()
      expect(await objectsOf()).toMatchObject([{ count: 1 }, { count: 2 }])
    })

    it('are counted on each node without loss', async () => {
      const nodes = [createRefusalLog(at.app.deps), createRefusalLog(at.app.deps)]
      await Promise.all(nodes.flatMap((node) => Array.from({ length: 50 }, () => node.note(refused(1)))))
      for (const node of nodes) await node.stop()
      const counts = (await objectsOf()).map((row) => (row as { count: number }).count)
      expect(counts.toSorted((a, b) => a - b)).toEqual([1, 1, 49, 49])
    })

    it('of many kinds stay within a bound: the oldest is written early', async () => {
      const log = createRefusalLog(at.app.deps, { ...refusalLogLimits, kinds: 3 })
      for (const kind of [1, 2, 3]) {
        await log.note(refused(kind))
        await log.note(refused(kind))
      }
      expect(await rows()).toHaveLength(3)
      await log.note(refused(4))
      expect(await objectsOf()).toMatchObject([
        { call: 'GET /1' },
        { call: 'GET /2' },
        { call: 'GET /3' },
        { call: 'GET /1', count: 1, since: expect.any(String) as string },
        { call: 'GET /4' },
      ])
      await log.stop()
      expect(await rows()).toHaveLength(7)
    })

    it('that cannot be written are counted until they can', async () => {
      const { deps } = at.app
      let isAway = true
      const journal: typeof deps.journal = {
        record: async (...event) => {
          if (isAway) throw new Error('no database')
          await deps.journal.record(...event)
        },
      }
      const log = createRefusalLog({ ...deps, journal })
      await expect(log.note(refused(1))).rejects.toThrow('no database')
      await log.note(refused(1))
      at.app.time.now += minute
      await log.round()
      await log.note(refused(1))
      isAway = false
      at.app.time.now += minute
      await log.round()
      expect(await objectsOf()).toMatchObject([{ count: 3, asked: ['item:1'] }])
      expect(at.app.logged()).toContain('refused calls were not written')
    })

    const refused = (kind: number): RefusedCall => ({
      actor: { id: helper.id, login: helper.login },
      origin: { ip: '127.0.0.1', requestId: 'x', userAgent: 'test' },
      call: `GET /${kind}`,
      code: 'ITEM_NOT_FOUND',
      asked: [`item:${kind}`],
      chest: null,
    })
  })
})
