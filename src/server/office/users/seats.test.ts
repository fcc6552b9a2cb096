import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { newLogin, openOffice, type Office } from './testing.ts'

eachEngine((engine) => {
  describe('the limit of users of a bank', () => {
    let office: Office
    beforeAll(async () => {
      office = await openOffice(engine)
    })
    afterAll(() => office.app.close())

    const bankOf = async (seats: number) => {
      const bank = await office.world.addBank(`Places ${seats}`)
      await office.app.deps.db.updateTable('banks').set({ max_user: seats }).where('id', '=', bank).execute()
      return bank
    }
    const countedUsers = async (bank: number) => {
      const rows = await office.app.deps.db
        .selectFrom('bank_users as l')
        .innerJoin('users as u', 'u.id', 'l.user_id')
        .select('u.id')
        .where('l.bank_id', '=', bank)
        .where('u.role', '=', 'ROLE_INTERVENANT')
        .where('u.state_id', '=', 1)
        .execute()
      return rows.length
    }
    const full = {
      status: 409,
      body: { code: 'REACH_USER_LIMIT_IN_BANK', message: "Nombre limite d'utilisateur atteint" },
    }

    it('is reached with the last intervenant; other roles do not count [USER-17]', async () => {
      const bank = await bankOf(1)
      const caller = await office.administrator([bank], bank)
      expect((await caller.create()).status).toBe(201)
      expect(await caller.create()).toMatchObject(full)
      expect((await caller.create({ role: 'ROLE_ADMINISTRATOR' })).status).toBe(201)
      expect(await countedUsers(bank)).toBe(1)
    })

    it('applies to each of the banks of a new user', async () => {
      const [roomy, narrow] = [await bankOf(5), await bankOf(0)]
      const caller = await office.administrator([roomy, narrow], roomy)
      expect(await caller.create({ banks: [roomy, narrow] })).toMatchObject(full)
      expect(await countedUsers(roomy)).toBe(0)
      expect((await caller.create({ banks: [roomy] })).status).toBe(201)
    })

    it('applies when a user is activated, unblocked or made an intervenant [USER-25]', async () => {
      const bank = await bankOf(1)
      const caller = await office.administrator([bank], bank)
      await office.world.addUser({ login: newLogin(), banks: [bank] })
      const asleep = await office.world.addUser({ login: newLogin(), banks: [bank] })
      await office.app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', asleep.id).execute()
      const chief = await office.world.addUser({
        login: newLogin(),
        banks: [bank],
        role: 'ROLE_ADMINISTRATOR',
      })
      expect(await caller.update(asleep.id, { stateId: 1 })).toMatchObject(full)
      expect(await caller.update(asleep.id, { unBlock: false, stateId: 1 })).toMatchObject(full)
      expect(await caller.update(chief.id, { role: 'ROLE_INTERVENANT' })).toMatchObject(full)
      expect(await countedUsers(bank)).toBe(1)
      // An activation with a change to another role takes no place.
      expect((await caller.update(asleep.id, { stateId: 1, role: 'ROLE_ADMINISTRATOR' })).status).toBe(200)
    })

    it('does not apply to a change of a user who already counts, even above a lowered limit', async () => {
      const bank = await bankOf(0)
      const caller = await office.administrator([bank], bank)
      const user = await office.world.addUser({ login: newLogin(), banks: [bank] })
      expect((await caller.update(user.id, { firstName: 'Anne', stateId: 1 })).status).toBe(200)
    })

    it('holds when 50 users are created concurrently', async () => {
      const bank = await bankOf(7)
      const caller = await office.administrator([bank], bank)
      const replies = await Promise.all(Array.from({ length: 50 }, () => caller.create()))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(7)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(43)
      expect(await countedUsers(bank)).toBe(7)
    })

    it('holds when users are activated and attached concurrently', async () => {
      const bank = await bankOf(5)
      const [caller, chief] = [await office.administrator([bank], bank), await office.superAdministrator()]
      const people = await Promise.all(
        Array.from({ length: 20 }, () => office.world.addUser({ login: newLogin(), banks: [bank] })),
      )
      const ids = people.map(({ id }) => id)
      await office.app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', 'in', ids).execute()
      const others = await Promise.all(
        Array.from({ length: 10 }, () => office.world.addUser({ login: newLogin() })),
      )
      const replies = await Promise.all([
        ...ids.map((id) => caller.update(id, { stateId: 1 })),
        ...others.map(({ id }) => chief.call('POST', `/api/bank/${bank}/user/${id}`)),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(25)
      expect(await countedUsers(bank)).toBe(5)
    })

    if (engine === 'postgres') {
      it('holds when 50 users are created concurrently on two nodes', async () => {
        const node = await office.app.anotherNode()
        const bank = await bankOf(7)
        const caller = await office.administrator([bank], bank)
        const cookie = await office.world.session(caller.user)
        const onOther = async () => {
          const login = newLogin()
          const body = { login, email: `${login}@exemple.fr`, role: 'ROLE_INTERVENANT' }
          return (await node.call({ method: 'POST', path: '/api/user/', cookie, body })).status
        }
        const statuses = await Promise.all(
          Array.from({ length: 50 }, async (_, index) =>
            index % 2 === 0 ? (await caller.create()).status : onOther(),
          ),
        )
        expect(statuses.filter((status) => status === 201)).toHaveLength(7)
        expect(statuses.filter((status) => status === 409)).toHaveLength(43)
        expect(await countedUsers(bank)).toBe(7)
      })
    }
  })
})
