import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlockLimits } from '#domain/platform/limits.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { realCosts } from '#server/testing/app.ts'
import { goodKey, idOf, startGuardianWorld, type GuardianWorld } from './testing.ts'

const locked = { status: 423, body: { code: 'CHEST_LOCKED' } }

eachEngine((engine) => {
  let at: GuardianWorld
  beforeAll(async () => {
    at = await startGuardianWorld(engine, realCosts)
  })
  afterAll(() => at.app.close())

  describe('a guardian chest', () => {
    it('is marked as such from its creation, with its content locked [CHOO-13] [MKEY-09] [ITEM-08]', async () => {
      const made = await at.call('POST', '/api/user/chest', { name: 'Paie', masterKey: goodKey })
      expect(made).toMatchObject({ status: 201, body: { guardian: true, name: 'Paie' } })
      const id = idOf(made)
      expect((await at.call('GET', `/api/chest/${id}/`)).body).toMatchObject({ name: 'Paie', guardian: true })
      expect(await at.names(id, {})).toBe(423)
      const item = { chestId: id, name: 'X', password: 'y' }
      expect(await at.call('POST', '/api/item/', item)).toMatchObject(locked)
      expect(await at.call('GET', `/api/chest/${id}/masterkey`)).toMatchObject({
        status: 200,
        body: { guardian: true, unlocked: false, expiresAt: null, renewal: null },
      })
    })

    it('unlocks with its master key for the returned handle, and shows its content [MKEY-04] [MKEY-05]', async () => {
      const reply = await at.verify(at.chestId, goodKey)
      expect(reply.status).toBe(200)
      const { key: handle, expiresAt } = reply.body as { key: string; expiresAt: string }
      expect(handle).not.toContain(goodKey)
      expect(Date.parse(expiresAt) - at.app.time.now).toBe(unlockLimits.idleMs)
      const id = await at.item(at.chestId, handle, { name: 'Serveur' })
      expect(await at.names(at.chestId, { handle })).toContain('Serveur')
      expect(await at.call('GET', `/api/item/${id}/copy`, undefined, { handle })).toMatchObject({
        status: 200,
        body: 'Ln9!correct-Horse',
      })
      expect(await at.call('GET', `/api/item/${id}/copy`)).toMatchObject(locked)
      expect(await at.call('GET', `/api/chest/${at.chestId}/masterkey`, undefined, { handle })).toMatchObject(
        {
          body: { guardian: true, unlocked: true, expiresAt, renewal: null },
        },
      )
    })

    it('has one handle per session: unlocking again, even concurrently, invalidates the earlier one', async () => {
      const [second, other] = [await at.guardian('Archives'), await at.world.session(at.owner)]
      const elsewhere = await at.open(at.chestId, other)
      const apart = await at.open(second)
      const former = await at.open(at.chestId)
      const [one, two] = await Promise.all([at.open(at.chestId), at.open(at.chestId)])
      const seen = await Promise.all([one, two].map((handle) => at.names(at.chestId, { handle })))
      expect(seen.filter((names) => Array.isArray(names))).toHaveLength(1)
      expect(await at.names(at.chestId, { handle: former })).toBe(423)
      expect(await at.names(second, { handle: apart })).toEqual([])
      expect(await at.names(at.chestId, { handle: elsewhere, cookie: other })).toBeInstanceOf(Array)
      const rows = at.app.deps.db.selectFrom('chest_unlocks').select('session_id')
      expect(await rows.where('chest_id', '=', at.chestId).execute()).toHaveLength(2)
      await at.call('POST', '/api/auth/logout', {}, { cookie: other })
    })

    it('is searched only by the session that unlocked it', async () => {
      const handle = await at.open(at.chestId)
      await at.item(at.chestId, handle, { name: 'Pare-feu', password: 'x' })
      const find = async (as: object) => {
        const { body } = await at.call('POST', '/api/search/', { search: 'pare-feu' }, as)
        return (body as { items: { name: string }[] }).items.map(({ name }) => name)
      }
      expect(await find({ handle })).toEqual(['Pare-feu'])
      expect(await find({})).toEqual([])
      expect(await find({ handle, cookie: await at.world.session(at.owner) })).toEqual([])
    })

    it('allows one-time messages only while it is unlocked [NOTA-03]', async () => {
      const handle = await at.open(at.chestId)
      const body = { message: 'Le code est 4512', chestId: at.chestId, expirationDateId: 3 }
      const make = async (more: object, as: object = {}) =>
        (await at.call('POST', '/api/nota/create', { ...body, ...more }, as)).status
      expect(await make({})).toBe(423)
      expect(await make({ masterkey: 'x' })).toBe(422)
      expect(await make({}, { handle })).toBe(201)
      for (const masterkey of [handle, goodKey]) expect(await make({ masterkey })).toBe(201)
    })

    it('is locked again when the session locks it [MKEY-10]', async () => {
      const handle = await at.open(at.chestId)
      expect(await at.names(at.chestId, { handle })).toBeInstanceOf(Array)
      expect(await at.call('POST', '/api/masterkey/lock', { chestId: at.chestId })).toMatchObject({
        status: 200,
      })
      expect(await at.names(at.chestId, { handle })).toBe(423)
      expect(at.app.deps.indexes.cachedIds(), 'nothing of it stays in memory').not.toContain(at.chestId)
    })
  })
})
