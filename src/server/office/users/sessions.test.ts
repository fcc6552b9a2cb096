import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOfReply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
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

    it('are listed and ended by callers who manage the user, all immediately', async () => {
      const { world, app } = office
      const bank = await world.addBank('Nord')
      const user = await world.addUser({ login: newLogin(), banks: [bank] })
      const cookies = [await world.session(user), await world.session(user)]
      const administrator = await office.administrator([bank])
      const path = `/api/user/${user.id}/session`
      const shown = (await administrator.call('GET', path)).body as { id: string }[]
      const at = new Date(app.time.now).toISOString()
      const one = { ip: '127.0.0.1', signedInAt: at, lastSeenAt: at, isCurrent: false, isLocked: false }
      expect(shown).toEqual([
        { id: expect.any(String), userAgent: expect.any(String), ...one },
        { id: expect.any(String), userAgent: expect.any(String), ...one },
      ])
      const reply = await administrator.call('DELETE', path)
      expect([reply.status, reply.body]).toMatchObject([200, { ended: 2 }])
      for (const cookie of cookies) expect(await stateOf(cookie)).toBe(401)
      expect((await administrator.call('GET', path)).body).toEqual([])
      const journalled = await app.deps.db
        .selectFrom('journal')
        .select('objects')
        .where('action', '=', 'user.sessions-ended')
        .execute()
      expect(journalled).toEqual([{ objects: `{"ended":2,"user":${user.id}}` }])
    })

    it('are ended one by one, and only those of the user', async () => {
      const { world, app } = office
      const [bank, elsewhere] = [await world.addBank('Nord'), await world.addBank('Sud')]
      const user = await world.addUser({ login: newLogin(), banks: [bank] })
      const [first, second] = [await world.session(user), await world.session(user)]
      const stranger = await world.addUser({ login: newLogin(), banks: [elsewhere] })
      const theirs = await world.session(stranger)
      const administrator = await office.administrator([bank])
      const idOf = (cookie: string) => cookie.split('=')[1]?.split('.')[0] ?? ''
      const end = async (owner: { id: number }, cookie: string) => {
        const path = `/api/user/${owner.id}/session/${idOf(cookie)}`
        return codeOfReply(await administrator.call('DELETE', path))
      }
      // The session of a user out of scope is not found, whichever user is named.
      expect(await end(stranger, theirs)).toEqual([404, 'USER_NOT_FOUND'])
      expect(await end(user, theirs)).toEqual([404, 'SESSION_NOT_FOUND'])
      expect(await end(user, first)).toEqual([200, undefined])
      expect(await end(user, first)).toEqual([404, 'SESSION_NOT_FOUND'])
      expect([await stateOf(first), await stateOf(second), await stateOf(theirs)]).toEqual([401, 200, 200])
      const journalled = app.deps.db.selectFrom('journal').select('objects')
      const rows = await journalled.where('action', '=', 'user.session-ended').execute()
      expect(rows.map(({ objects }) => JSON.parse(objects ?? '{}') as unknown)).toEqual([
        { user: user.id, session: idOf(first) },
      ])
    })

    it('are inaccessible out of scope, without a back office, and for users of higher roles', async () => {
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
