import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, newGrant, noRights } from '#domain/platform/rights.ts'
import { userStates } from '#domain/platform/roles.ts'
import { assemble } from '#server/assemble.ts'
import { sameOrigin, startTestApp, type Call, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'

type Attached = { id: number; rights: unknown; dormant: string | null }

eachEngine((engine) => {
  describe('the rights on a chest', () => {
    let app: TestApp
    let world: World
    let bank: number
    let other: number
    let admin: TestUser
    let cookie: string
    let serial = 0

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      bank = await world.addBank('Métropole')
      other = await world.addBank('Université')
      admin = await world.addUser({ login: 'gestion', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      cookie = await world.session(admin)
    })
    afterAll(() => app.close())

    const person = (banks: number[] = [bank]) => world.addUser({ login: `personne-${(serial += 1)}`, banks })
    const newChest = (banks: number[] = [bank]) => world.addChest(`Coffre ${(serial += 1)}`, admin, banks)
    const call = (method: Call['method'], path: string, body?: unknown, as = cookie) =>
      app.call({ method, path, body, cookie: as })
    const rightsSeenBy = async (user: TestUser, chest: TestChest) =>
      call('GET', `/api/chest/${chest.id}/right/user`, undefined, await world.session(user))
    /** The recorded changes of a chest, without refused calls. */
    const journalOf = (chest: TestChest) =>
      app.deps.db
        .selectFrom('journal')
        .select(['action', 'objects', 'actor_id'])
        .where('chest_id', '=', chest.id)
        .where('outcome', '=', 'done')
        .orderBy('seq')
        .execute()

    it('attaching users returns all attached users, the new ones with read only [CHST-22] [RGHT-08]', async () => {
      const [chest, one, two] = [await newChest(), await person(), await person()]
      const reply = await call('POST', `/api/chest/${chest.id}/user`, { users: [one.id, two.id] })
      expect(reply.status, reply.text).toBe(200)
      const attached = reply.body as Attached[]
      expect(attached.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([admin.id, one.id, two.id])
      expect(attached.find(({ id }) => id === one.id)).toEqual({
        id: one.id,
        login: one.login,
        firstName: 'Camille',
        lastName: one.login,
        rights: newGrant,
        dormant: null,
      })
      expect((await rightsSeenBy(one, chest)).body).toEqual(newGrant)
    })

    it('attaching teams returns all attached teams, the new ones with read only [CHST-23] [RGHT-08]', async () => {
      const [chest, member] = [await newChest(), await person()]
      const team = await world.addTeam('Exploitation', [member], [bank])
      const reply = await call('POST', `/api/chest/${chest.id}/team`, { teams: [team] })
      expect(reply.body).toEqual([{ id: team, name: 'Exploitation', rights: newGrant, dormant: null }])
      expect((await rightsSeenBy(member, chest)).body).toEqual(newGrant)
    })

    it('attaching again changes and records nothing', async () => {
      const [chest, user] = [await newChest(), await person()]
      await world.grantUser(chest, user, allRights)
      const reply = await call('POST', `/api/chest/${chest.id}/user`, { users: [user.id] })
      expect(reply.status).toBe(200)
      expect((await rightsSeenBy(user, chest)).body).toEqual(allRights)
      expect(await journalOf(chest)).toEqual([])
    })

    it('attaching users without a bank in common is refused as a whole, if the chest has banks [CHST-24]', async () => {
      const [chest, inside, outside] = [await newChest([bank]), await person([bank]), await person([other])]
      const foreignTeam = await world.addTeam('Ailleurs', [inside], [other])
      const root = await world.addUser({ login: `racine-${engine}`, role: 'ROLE_SUPER_ADMINISTRATOR' })
      const as = await world.session(root)
      const users = await call('POST', `/api/chest/${chest.id}/user`, { users: [inside.id, outside.id] }, as)
      expect(users).toMatchObject({
        status: 409,
        body: { code: 'NOT_IN_BANK', details: { ids: [outside.id] } },
      })
      const teams = await call('POST', `/api/chest/${chest.id}/team`, { teams: [foreignTeam] }, as)
      expect(teams).toMatchObject({ status: 409, body: { code: 'NOT_IN_BANK' } })
      const rows = await app.deps.db
        .selectFrom('chest_user_rights')
        .where('chest_id', '=', chest.id)
        .select('user_id')
        .execute()
      expect(rows.map((row) => row.user_id)).toEqual([admin.id])

      await world.addTeam('Passerelle', [outside], [bank])
      const byTeam = await call('POST', `/api/chest/${chest.id}/user`, { users: [outside.id] }, as)
      expect(byTeam.status, 'a team is a way to the bank').toBe(200)
      const free = await world.addChest('Sans banque', root)
      const anybody = await call('POST', `/api/chest/${free.id}/user`, { users: [outside.id] }, as)
      expect(anybody.status).toBe(200)
    })

    it('an administrator cannot attach users out of scope, who are reported like unknown ones', async () => {
      const [chest, outside] = [await newChest([bank]), await person([other])]
      const foreignTeam = await world.addTeam('Lointain', [], [other])
      const replies = await Promise.all([
        call('POST', `/api/chest/${chest.id}/user`, { users: [outside.id] }),
        call('POST', `/api/chest/${chest.id}/user`, { users: [9_999_999] }),
      ])
      for (const reply of replies)
        expect(reply).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
      const team = await call('POST', `/api/chest/${chest.id}/team`, { teams: [foreignTeam] })
      expect(team).toMatchObject({ status: 404, body: { code: 'TEAM_NOT_FOUND' } })
    })

    it('a chest shared with a bank out of scope is visible, but cannot be managed', async () => {
      const [chest, user] = [await newChest([bank, other]), await person()]
      const attach = await call('POST', `/api/chest/${chest.id}/user`, { users: [user.id] })
      expect(attach).toMatchObject({ status: 409, body: { code: 'SCOPE_EXCEEDED' } })
      const audience = await call('GET', `/api/chest/${chest.id}/audience`)
      expect(audience.status).toBe(200)
      expect(audience.text, 'the name of the other client').not.toContain('Université')
    })

    it.each(['user', 'team'] as const)(
      'detaching a %s withdraws the right at the next request [CHST-25] [CHST-26]',
      async (kind) => {
        const [chest, user] = [await newChest(), await person()]
        const id = kind === 'user' ? user.id : await world.addTeam('Partants', [user], [bank])
        await call('POST', `/api/chest/${chest.id}/${kind}`, { [`${kind}s`]: [id] })
        const session = await world.session(user)
        const open = () => call('GET', `/api/chest/${chest.id}/`, undefined, session)
        expect((await open()).status).toBe(200)
        const reply = await call('DELETE', `/api/chest/${chest.id}/${kind}`, {
          [`${kind}s`]: [id, 9_999_999],
        })
        expect((reply.body as Attached[]).map((each) => each.id)).not.toContain(id)
        expect((await open()).status).toBe(404)
        const actions = (await journalOf(chest)).map(({ action }) => action)
        expect(actions).toEqual([`chest.${kind}s-attached`, `chest.${kind}s-detached`])
      },
    )

    it.each(['user', 'team'] as const)(
      'the rights of a %s are returned and saved as sent [RGHT-01] [RGHT-05] [RGHT-06]',
      async (kind) => {
        const [chest, user] = [await newChest(), await person()]
        const id = kind === 'user' ? user.id : await world.addTeam('Rédaction', [user], [bank])
        const path = `/api/chest/${chest.id}/right/${kind === 'user' ? '' : 'team/'}${id}`
        const absent = kind === 'user' ? 'USER_NOT_FOUND' : 'TEAM_NOT_FOUND'
        expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: absent } })
        expect(await call('PATCH', path, allRights)).toMatchObject({ status: 404, body: { code: absent } })

        await call('POST', `/api/chest/${chest.id}/${kind}`, { [`${kind}s`]: [id] })
        expect((await call('GET', path)).body).toEqual(newGrant)
        const wanted = { ...newGrant, update: true, export: true }
        expect((await call('PATCH', path, wanted)).body).toEqual(wanted)
        expect((await call('GET', path)).body).toEqual(wanted)
        expect((await rightsSeenBy(user, chest)).body).toEqual(wanted)
        const [, granted] = await journalOf(chest)
        expect(granted).toMatchObject({ action: 'rights.granted', actor_id: admin.id })
        expect(JSON.parse(granted?.objects ?? '')).toEqual({
          [kind]: id,
          before: ['read'],
          rights: ['read', 'update', 'export'],
        })
      },
    )

    it('saving no right or no read right is refused, and a grant without read gives no access [RGHT-17]', async () => {
      const [chest, user] = [await newChest(), await person()]
      await world.grantUser(chest, user)
      const path = `/api/chest/${chest.id}/right/${user.id}`
      expect(await call('PATCH', path, noRights)).toMatchObject({
        status: 409,
        body: { code: 'NO_RIGHT_TICKED' },
      })
      expect((await call('GET', path)).body).toEqual(newGrant)
      const blind = { ...noRights, update: true, delete: true }
      expect(await call('PATCH', path, blind)).toMatchObject({
        status: 422,
        body: { code: 'READ_RIGHT_REQUIRED', details: { field: 'body/read' } },
      })
      const team = await world.addTeam('Sans lecture', [user], [bank])
      await world.grantTeam(chest, team)
      expect((await call('PATCH', `/api/chest/${chest.id}/right/team/${team}`, blind)).status).toBe(422)
      expect((await call('GET', path)).body).toEqual(newGrant)
      // As former versions stored it.
      const { db } = app.deps
      await db.deleteFrom('chest_team_rights').where('team_id', '=', team).execute()
      await db
        .updateTable('chest_user_rights')
        .set({ can_read: 0, can_update: 1 })
        .where('user_id', '=', user.id)
        .execute()
      expect((await rightsSeenBy(user, chest)).status).toBe(404)
      const audience = (await call('GET', `/api/chest/${chest.id}/audience`)).body as {
        people: { user: { id: number }; rights: unknown }[]
      }
      expect(audience.people.find((entry) => entry.user.id === user.id)?.rights).toEqual(noRights)
    })

    it('an administrator may grant themselves a right, which is recorded in the journal', async () => {
      const author = await world.addUser({ login: `auteur-${engine}`, banks: [bank] })
      const chest = await world.addChest('À prendre', author, [bank])
      expect((await rightsSeenBy(admin, chest)).status).toBe(404)
      await call('POST', `/api/chest/${chest.id}/user`, { users: [admin.id] })
      await call('PATCH', `/api/chest/${chest.id}/right/${admin.id}`, allRights)
      expect((await rightsSeenBy(admin, chest)).body).toEqual(allRights)
      expect((await journalOf(chest)).map((entry) => [entry.action, entry.actor_id])).toEqual([
        ['chest.users-attached', admin.id],
        ['rights.granted', admin.id],
      ])
    })

    it('« who sees this chest » lists each way, and why one does not count [RGHT-09] [RGHT-10]', async () => {
      const [chest, both, asleep] = [await newChest(), await person(), await person()]
      const stranger = await person([other])
      const team = await world.addTeam('Astreinte', [both, stranger], [bank])
      await world.grantUser(chest, both, { update: true })
      await world.grantTeam(chest, team, { delete: true })
      await world.grantUser(chest, asleep)
      const left = await person([other])
      await world.grantUser(chest, left)
      const { db } = app.deps
      await db
        .updateTable('users')
        .set({ state_id: userStates.inactive })
        .where('id', '=', asleep.id)
        .execute()

      const reply = await call('GET', `/api/chest/${chest.id}/audience`)
      const of = (user: TestUser) =>
        (reply.body as { people: { user: { id: number } }[] }).people.find(
          (entry) => entry.user.id === user.id,
        )
      expect(of(both)).toMatchObject({
        rights: { ...newGrant, update: true, delete: true },
        ways: [
          { team: null, rights: { ...newGrant, update: true }, dormant: null },
          { team: { id: team, name: 'Astreinte' }, rights: { ...newGrant, delete: true }, dormant: null },
        ],
        banks: [{ id: bank, label: 'Métropole' }],
        hiddenBanks: 0,
      })
      expect(of(stranger), 'the team leads to the bank').toMatchObject({ rights: { read: true } })
      expect(of(asleep)).toMatchObject({ rights: noRights, ways: [{ dormant: 'inactive-user' }] })
      expect(of(left)).toMatchObject({ rights: noRights, ways: [{ dormant: 'no-shared-bank' }], banks: [] })
    })

    it('« what has this person access to » counts chests out of scope without their names', async () => {
      const user = await person([bank, other])
      const [near, far] = [await newChest([bank]), await world.addChest('Secret du rectorat', admin, [other])]
      await world.grantUser(near, user)
      await world.grantUser(far, user)
      const reply = await call('GET', `/api/user/${user.id}/access`)
      expect(reply.body).toMatchObject({ hidden: 1, chests: [{ chest: { id: near.id, guardian: false } }] })
      expect((reply.body as { chests: unknown[] }).chests).toHaveLength(1)
      expect(reply.text).not.toContain('rectorat')
    })

    it('a right withdrawn on one node ends at the next request on the other', async () => {
      const { config, keys, log, db, columns } = app.deps
      const database = { db, dialect: columns } as Parameters<typeof assemble>[0]['database']
      const second = await assemble({ config, keys, log, database, clock: () => app.time.now })
      try {
        const [chest, user] = [await newChest(), await person()]
        await world.grantUser(chest, user)
        const session = await world.session(user)
        const elsewhere = async (url: string) =>
          (await second.app.inject({ url, headers: { ...sameOrigin, cookie: session } })).statusCode
        const list = async () =>
          (await second.app.inject({ url: '/api/chest/user/', headers: { ...sameOrigin, cookie: session } }))
            .body
        expect(await elsewhere(`/api/chest/${chest.id}/tree/`)).toBe(200)
        expect(await list()).toContain(chest.name)
        await call('DELETE', `/api/chest/${chest.id}/user`, { users: [user.id] })
        expect(await elsewhere(`/api/chest/${chest.id}/tree/`)).toBe(404)
        expect(await list()).not.toContain(chest.name)
      } finally {
        await second.app.close()
      }
    })

    it('concurrent attachments of the same users all succeed, and insert each grant once', async () => {
      const chest = await newChest()
      const people = await Promise.all(Array.from({ length: 8 }, () => person()))
      const ids = people.map(({ id }) => id)
      const orders = Array.from({ length: 10 }, (_, turn) => [
        ...ids.slice(turn % 8),
        ...ids.slice(0, turn % 8),
      ])
      const replies = await Promise.all(
        orders.flatMap((users, turn) => [
          call('POST', `/api/chest/${chest.id}/user`, { users }),
          call('PATCH', `/api/chest/${chest.id}/right/${admin.id}`, { ...allRights, export: turn % 2 === 0 }),
        ]),
      )
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      const attached = (await journalOf(chest)).filter(({ action }) => action === 'chest.users-attached')
      expect(attached).toHaveLength(1)
      const rows = await app.deps.db
        .selectFrom('chest_user_rights')
        .where('chest_id', '=', chest.id)
        .select('user_id')
        .execute()
      expect(rows).toHaveLength(ids.length + 1)
    })
  })
})
