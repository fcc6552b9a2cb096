import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights } from '#domain/platform/rights.ts'
import { userStates } from '#domain/platform/roles.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'

eachEngine((engine) => {
  describe('chests', () => {
    let app: TestApp
    let world: World
    let bank: number
    let admin: TestUser
    let cookie: string

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      bank = await world.addBank('Agglomération')
      admin = await world.addUser({
        login: 'claire',
        role: 'ROLE_ADMINISTRATOR',
        banks: [bank],
        currentBank: bank,
      })
      cookie = await world.session(admin)
    })
    afterAll(() => app.close())

    const create = (path: string, body: object, as = cookie) =>
      app.call({ method: 'POST', path, body, cookie: as })
    const rightsOf = async (chest: TestChest, user: TestUser) => {
      const path = `/api/chest/${chest.id}/right/user`
      return app.call({ method: 'GET', path, cookie: await world.session(user) })
    }

    it('are attached to the current bank and give their creator all five rights [CHST-15]', async () => {
      const reply = await create('/api/chest/', { name: 'Téléphonie', type: 'service' })
      expect(reply.status).toBe(201)
      const chest = reply.body as TestChest
      const links = await app.deps.db
        .selectFrom('bank_chests')
        .selectAll()
        .where('chest_id', '=', chest.id)
        .execute()
      expect(links.map((link) => link.bank_id)).toEqual([bank])
      expect((await rightsOf(chest, admin)).body).toEqual(allRights)
    })

    it('are created from the explorer without a master key when both key fields are empty [CHOO-12]', async () => {
      const reply = await create('/api/user/chest', { name: 'Imprimantes', type: 'service', masterKey: '' })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({ name: 'Imprimantes', type: 'service', guardian: false })
    })

    it('cannot be created by an intervenant, by either call [CHST-16] [CHOO-15]', async () => {
      const intervenant = await world.session(await world.addUser({ login: 'paul', banks: [bank] }))
      for (const path of ['/api/chest/', '/api/user/chest']) {
        const reply = await create(path, { name: 'Interdit', type: 'service' }, intervenant)
        expect(reply.status).toBe(403)
        expect(reply.body).toMatchObject({ code: 'ROLE_REQUIRED' })
      }
    })

    it('refuse markup in their name, and a missing name [VALI-09]', async () => {
      for (const [name, status, code] of [
        ['<script>x</script>', 422, 'PATTERN_MISMATCH'],
        ['', 400, 'INVALID_REQUEST'],
      ] as const) {
        const reply = await create('/api/chest/', { name, type: 'service' })
        expect(reply.status).toBe(status)
        expect(reply.body).toMatchObject({ code, details: { field: 'body/name' } })
      }
    })

    it('return their description to a caller who may read them, and never a key [CHST-12]', async () => {
      const chest = await world.addChest('Accueil', admin, [bank])
      const reply = await app.call({ method: 'GET', path: `/api/chest/${chest.id}/`, cookie })
      expect(reply.body).toEqual({
        id: chest.id,
        name: 'Accueil',
        description: '',
        type: 'service',
        guardian: false,
        renewDays: null,
      })
    })

    it('become the chest that the explorer opens first next time', async () => {
      const chest = await world.addChest('Dernier ouvert', admin, [bank])
      await app.call({ method: 'GET', path: `/api/chest/${chest.id}/`, cookie })
      const session = await app.call({ method: 'GET', path: '/api/session', cookie })
      expect(session.body).toMatchObject({ user: { lastChestId: chest.id } })
    })

    it('are no longer the first chest of the explorer once the right to read them is removed', async () => {
      const chest = await world.addChest('Plus à moi', admin, [bank])
      await app.call({ method: 'GET', path: `/api/chest/${chest.id}/`, cookie })
      await app.deps.db.deleteFrom('chest_user_rights').where('chest_id', '=', chest.id).execute()
      const session = await app.call({ method: 'GET', path: '/api/session', cookie })
      expect(session.body).toMatchObject({ user: { lastChestId: null } })
    })

    it('are listed to those who may read them, in French order [CHST-11] [CHOO-01]', async () => {
      const reader = await world.addUser({ login: 'sophie', banks: [bank] })
      const chests = await Promise.all(
        ['zèbre', 'Été', 'école', 'Eau'].map((name) => world.addChest(name, admin, [bank])),
      )
      for (const chest of chests) await world.grantUser(chest, reader)
      const mine = await app.call({
        method: 'GET',
        path: '/api/chest/user/',
        cookie: await world.session(reader),
      })
      const { data } = mine.body as { data: TestChest[] }
      expect(data.map((chest) => chest.name)).toEqual(['Eau', 'école', 'Été', 'zèbre'])
    })

    it('are listed with their banks, of which those of others are not named [CHOO-16]', async () => {
      const other = await world.addBank('Zone voisine')
      const both = await world.addUser({ login: 'double', banks: [bank, other] })
      const reader = await world.addUser({ login: 'simple', banks: [bank] })
      const shared = await world.addChest('Commun', both, [other, bank])
      const alone = await world.addChest('Sans banque', both)
      for (const chest of [shared, alone]) await world.grantUser(chest, reader)
      const listed = async (user: TestUser) => {
        const mine = { method: 'GET', path: '/api/chest/user/', cookie: await world.session(user) } as const
        const { data } = (await app.call(mine)).body as { data: { banks: { id: number }[] }[] }
        return data.map(({ banks }) => banks)
      }
      const [here, there] = [
        { id: bank, label: 'Agglomération' },
        { id: other, label: 'Zone voisine' },
      ]
      expect(await listed(both)).toEqual([[here, there], []])
      expect(await listed(reader)).toEqual([[here], []])
    })
  })

  describe('a right on a chest', () => {
    let app: TestApp
    let world: World
    let owner: TestUser

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
      owner = await world.addUser({ login: 'owner', role: 'ROLE_SUPER_ADMINISTRATOR' })
    })
    afterAll(() => app.close())

    const read = async (chest: TestChest, user: TestUser) =>
      app.call({
        method: 'GET',
        path: `/api/chest/${chest.id}/right/user`,
        cookie: await world.session(user),
      })

    it('is the union of the direct grant and those of the teams [RGHT-09] [RGHT-11]', async () => {
      const user = await world.addUser({ login: 'union' })
      const chest = await world.addChest('Union', owner)
      const team = await world.addTeam('Réseau', [user])
      await world.grantUser(chest, user, { create: true })
      await world.grantTeam(chest, team, { delete: true })
      expect((await read(chest, user)).body).toEqual({
        read: true,
        create: true,
        update: false,
        delete: true,
        export: false,
      })
    })

    it('grants nothing without read, whatever else is granted', async () => {
      const user = await world.addUser({ login: 'sans-lire' })
      const chest = await world.addChest('Sans lire', owner)
      await world.grantUser(chest, user, { read: false, update: true })
      expect((await read(chest, user)).status).toBe(404)
    })

    it('counts only while user and chest share an active bank [RGHT-10]', async () => {
      const [first, second, asleep] = [
        await world.addBank('Première'),
        await world.addBank('Seconde'),
        await world.addBank('Endormie', 0),
      ]
      const inside = await world.addUser({ login: 'dedans', banks: [first] })
      const byTeam = await world.addUser({ login: 'par-groupe' })
      await world.addTeam('Prestataires', [byTeam], [first])
      const outside = await world.addUser({ login: 'dehors', banks: [second] })
      const chest = await world.addChest('Partagé', owner, [first])
      const sleeping = await world.addChest('Endormi', owner, [asleep])
      const sleeper = await world.addUser({ login: 'dormeur', banks: [asleep] })
      for (const user of [inside, byTeam, outside]) await world.grantUser(chest, user)
      await world.grantUser(sleeping, sleeper)
      expect((await read(chest, inside)).status).toBe(200)
      expect((await read(chest, byTeam)).status).toBe(200)
      expect((await read(chest, outside)).status).toBe(404)
      expect((await read(sleeping, sleeper)).status).toBe(404)
    })

    it('counts only while the user is active and the chest is not deleted [RGHT-10]', async () => {
      const user = await world.addUser({ login: 'actif' })
      const chest = await world.addChest('Vivant', owner)
      await world.grantUser(chest, user)
      expect((await read(chest, user)).status).toBe(200)
      const { db } = app.deps
      await db.updateTable('chests').set({ deleted_at: app.time.now }).where('id', '=', chest.id).execute()
      expect((await read(chest, user)).status).toBe(404)
      await db.updateTable('chests').set({ deleted_at: null }).where('id', '=', chest.id).execute()
      await db.updateTable('users').set({ state_id: userStates.inactive }).where('id', '=', user.id).execute()
      expect((await read(chest, user)).status).toBe(401)
    })

    it('has no effect from the next request after its removal', async () => {
      const user = await world.addUser({ login: 'retire' })
      const chest = await world.addChest('Retiré', owner)
      await world.grantUser(chest, user)
      const cookie = await world.session(user)
      const call = () => app.call({ method: 'GET', path: `/api/chest/${chest.id}/`, cookie })
      expect((await call()).status).toBe(200)
      await app.deps.db.deleteFrom('chest_user_rights').where('user_id', '=', user.id).execute()
      expect((await call()).status).toBe(404)
    })
  })

  describe('the chest back office', () => {
    let app: TestApp
    let world: World

    beforeAll(async () => {
      app = await startTestApp(engine)
      world = worldOf(app)
    })
    afterAll(() => app.close())

    it('lists to an administrator the chests attached to their banks, paged [CHST-10] [PAGI-03]', async () => {
      const bank = await world.addBank('Hôpital')
      const other = await world.addBank('Clinique')
      const root = await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
      const admin = await world.addUser({ login: 'gestion', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      for (let index = 0; index < 3; index += 1) await world.addChest(`H${index}`, root, [bank])
      await world.addChest('C0', root, [other])
      const page = async (user: TestUser, query: string) =>
        app.call({ method: 'GET', path: `/api/chest/${query}`, cookie: await world.session(user) })

      const mine = await page(admin, '?limit=2&offset=1')
      expect((mine.body as TestChest[]).map((chest) => chest.name)).toEqual(['H1', 'H2'])
      expect(JSON.parse(String(mine.headers['meta-data-guardian']))).toEqual({
        countTotal: 3,
        offset: 1,
        limit: 2,
      })
      expect(((await page(root, '')).body as TestChest[]).length).toBe(4)
      const tooMany = await page(admin, '?limit=101')
      expect(tooMany.status, 'PAGI-07').toBe(400)
    })

    it('is refused to an intervenant, as a list and as a fragment [FRAG-08] [SESS-28]', async () => {
      const cookie = await world.session(await world.addUser({ login: 'visiteur' }))
      for (const path of ['/api/chest/', '/actions/chest/get_content']) {
        expect((await app.call({ method: 'GET', path, cookie })).status).toBe(403)
      }
    })

    it('renders its table on the server, with the total in a data attribute [FRAG-02] [FRAG-03]', async () => {
      const root = await world.addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
      await world.addChest('Coffre <du> serveur', root)
      const path = '/actions/chest/get_content?limit=100'
      const reply = await app.call({ method: 'GET', path, cookie: await world.session(root) })
      expect(reply.status).toBe(200)
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.text).toContain('Coffre &lt;du&gt; serveur')
      expect(reply.text).toMatch(/data-[a-z-]*total="\d+"/)
      expect(reply.text, 'the policy allows no inline style or script').not.toMatch(
        /<(script|style)|\sstyle="/,
      )
    })
  })
})
