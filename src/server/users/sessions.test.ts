import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '../testing/databases.ts'
import { newLogin, openOffice, type Office } from './testing.ts'

eachEngine((engine) => {
  describe('the sessions of a user, from the back office', () => {
    let office: Office
    beforeAll(async () => {
      office = await openOffice(engine)
    })
    afterAll(() => office.app.close())

    const stateOf = async (cookie: string) =>
      (await office.app.call({ method: 'GET', path: '/api/session', cookie })).status

    it('are counted and ended by who manages the user, all of them and at once', async () => {
      const { world, app } = office
      const bank = await world.addBank('Nord')
      const user = await world.addUser({ login: newLogin(), banks: [bank] })
      const cookies = [await world.session(user), await world.session(user)]
      const administrator = await office.administrator([bank])
      const path = `/api/user/${user.id}/session`
      expect((await administrator.call('GET', path)).body).toEqual({ count: 2 })
      const reply = await administrator.call('DELETE', path)
      expect([reply.status, reply.body]).toMatchObject([200, { ended: 2 }])
      for (const cookie of cookies) expect(await stateOf(cookie)).toBe(401)
      expect((await administrator.call('GET', path)).body).toEqual({ count: 0 })
      const noted = await app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'user.sessions-ended')
        .execute()
      expect(noted).toEqual([{ objects: `{"ended":2,"user":${user.id}}` }])
    })

    it('are out of reach outside the scope, for people without back office, and of higher roles', async () => {
      const { world } = office
      const [north, south] = [await world.addBank('Nord'), await world.addBank('Sud')]
      const user = await world.addUser({ login: newLogin(), banks: [south] })
      const both = await world.addUser({ login: newLogin(), banks: [north, south] })
      const chief = await world.addUser({
        login: newLogin(),
        role: 'ROLE_SUPER_ADMINISTRATOR',
        banks: [north],
      })
      const cookie = await world.session(user)
      const administrator = await office.administrator([north])
      const intervenant = await office.as(await world.addUser({ login: newLogin(), banks: [south] }))
      for (const method of ['GET', 'DELETE'] as const) {
        const by = async (caller: typeof intervenant, { id }: { id: number }) =>
          (await caller.call(method, `/api/user/${id}/session`)).body
        expect(await by(administrator, user)).toMatchObject({ code: 'USER_NOT_FOUND' })
        expect(await by(administrator, both)).toMatchObject({ code: 'SCOPE_EXCEEDED' })
        expect(await by(administrator, chief)).toMatchObject({ code: 'SCOPE_EXCEEDED' })
        expect(await by(intervenant, user)).toMatchObject({ code: 'ROLE_REQUIRED' })
      }
      expect(await stateOf(cookie)).toBe(200)
    })
  })
})
