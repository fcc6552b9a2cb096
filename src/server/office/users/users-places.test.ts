import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { newLogin, openOffice, type Office } from './testing.ts'

eachEngine((engine) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(engine)
  })
  afterAll(() => office.app.close())

  const rowOf = (id: number) =>
    office.app.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const newUser = (banks: number[], role = 'ROLE_INTERVENANT' as const) =>
    office.world.addUser({ login: newLogin(), banks, role })

  describe('deleting a user', () => {
    it('frees the login and the e-mail, ends sessions, grants and links, and keeps the name [USER-26]', async () => {
      const { db } = office.app.deps
      const caller = await office.superAdministrator()
      const bank = await office.world.addBank('Quittée')
      const user = await newUser([bank])
      const team = await office.world.addTeam('Équipe', [user])
      const chest = await office.world.addChest('Coffre', user, [bank])
      const theirs = await office.as(user)
      const reply = await caller.call('DELETE', `/api/user/${user.id}`)
      expect(reply).toMatchObject({ status: 200, body: { message: "L'utilisateur a été supprimé" } })
      expect((await theirs.call('GET', '/api/session')).status).toBe(401)
      expect((await caller.call('GET', `/api/user/${user.id}`)).body).toMatchObject({
        code: 'USER_NOT_FOUND',
      })
      for (const [table, column, id] of [
        ['bank_users', 'bank_id', bank],
        ['team_users', 'team_id', team],
        ['chest_user_rights', 'chest_id', chest.id],
      ] as const) {
        const rows = await db
          .selectFrom(table)
          .selectAll()
          .where(column as never, '=', id as never)
          .execute()
        expect(rows).toEqual([])
      }
      expect(await rowOf(user.id)).toMatchObject({ login: user.login, last_name: user.login })
      const again = await caller.create({ login: user.login, email: `${user.login}@exemple.fr` })
      expect(again.status).toBe(201)
    })

    it('concurrent deletions delete once', async () => {
      const caller = await office.superAdministrator()
      const user = await newUser([])
      const replies = await Promise.all([1, 2].map(() => caller.call('DELETE', `/api/user/${user.id}`)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 404]))
    })
  })

  describe('the current bank', () => {
    const change = async (user: Awaited<ReturnType<typeof newUser>>, bank: number) =>
      (await office.as(user)).call('PATCH', `/api/user/last_bank_id/${bank}`)

    it('is one of the caller’s, directly or through a team [BANK-36]', async () => {
      const [direct, viaTeam] = [
        await office.world.addBank('Directe'),
        await office.world.addBank('Par équipe'),
      ]
      const user = await newUser([direct])
      await office.world.addTeam('Équipe', [user], [viaTeam])
      for (const [id, label] of [
        [direct, 'Directe'],
        [viaTeam, 'Par équipe'],
      ] as const) {
        expect(await change(user, id)).toMatchObject({ status: 200, body: { currentBank: { id, label } } })
        expect((await (await office.as(user)).call('GET', '/api/session')).body).toMatchObject({
          currentBank: { id },
        })
      }
    })

    it('is never a bank out of scope, nor an inactive one', async () => {
      const [own, foreign, closed] = [
        await office.world.addBank('Soi'),
        await office.world.addBank('Autrui'),
        await office.world.addBank('Fermée', 0),
      ]
      const user = await newUser([own, closed])
      const replies = [await change(user, foreign), await change(user, 999_999)]
      expect(replies[0]?.text).toBe(replies[1]?.text)
      expect(replies[0]).toMatchObject({ status: 404, body: { code: 'BANK_NOT_FOUND' } })
      expect(await change(user, closed)).toMatchObject({ status: 409, body: { code: 'BANK_INACTIVE' } })
    })

    it('may be all banks for roles that see them, and any bank for super administrators [BANK-41]', async () => {
      const bank = await office.world.addBank('Lointaine')
      const caller = await office.superAdministrator()
      expect((await change(caller.user, bank)).body).toEqual({
        currentBank: { id: bank, label: 'Lointaine' },
      })
      expect((await change(caller.user, 0)).body).toEqual({ currentBank: null })
      const intervenant = await newUser([bank])
      expect(await change(intervenant, 0)).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } })
    })
  })

  describe('pasted logins and e-mails', () => {
    it('find the users in scope, and return the rest as unknown', async () => {
      const [bank, foreign] = [await office.world.addBank('A'), await office.world.addBank('B')]
      const caller = await office.administrator([bank])
      const [one, two, hidden] = [await newUser([bank]), await newUser([bank]), await newUser([foreign])]
      const entries = [
        one.login,
        ` ${two.login.toUpperCase()}@exemple.fr`,
        one.login,
        hidden.login,
        'nul\u0000',
        'absent',
      ]
      const reply = await caller.call('POST', '/api/user/resolve', { entries })
      expect(reply.body).toMatchObject({
        users: [
          { id: one.id, login: one.login, entries: [one.login, one.login] },
          { id: two.id, entries: [` ${two.login.toUpperCase()}@exemple.fr`] },
        ],
        unknown: [hidden.login, 'nul\u0000', 'absent'],
      })
    })

    it('are not resolved when they match two users', async () => {
      const caller = await office.superAdministrator()
      const one = await newUser([])
      const email = `${one.login}@exemple.fr`
      await caller.create({ login: email })
      expect((await caller.call('POST', '/api/user/resolve', { entries: [email] })).body).toEqual({
        users: [],
        unknown: [email],
      })
    })
  })

  it('every user may mark the changelog as read', async () => {
    const user = await newUser([])
    const caller = await office.as(user)
    expect((await caller.update(user.id, { readFeatures: true })).body).toMatchObject({
      id: user.id,
      readFeatures: true,
    })
  })
})
