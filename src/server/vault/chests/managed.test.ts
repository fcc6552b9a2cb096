import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, newGrant } from '#domain/platform/rights.ts'
import { userStates } from '#domain/platform/roles.ts'
import { startTestApp, type Call, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'

type Row = TestChest & {
  users: { id: number; dormant: string | null }[]
  teams: { id: number; dormant: string | null }[]
}

eachEngine((engine) => {
  describe('the chest table', () => {
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
      bank = await world.addBank('Département')
      other = await world.addBank('Préfecture')
      admin = await world.addUser({ login: 'gestion', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      cookie = await world.session(admin)
    })
    afterAll(() => app.close())

    const call = (method: Call['method'], path: string, body?: unknown, as = cookie) =>
      app.call({ method, path, body, cookie: as })
    const list = async (query: string, as = cookie) => {
      const reply = await call('GET', `/api/chest/?limit=100&${query}`, undefined, as)
      expect(reply.status, reply.text).toBe(200)
      return reply.body as Row[]
    }
    const find = async (chest: TestChest) => (await list('')).find(({ id }) => id === chest.id)
    const person = (banks: number[] = [bank]) => world.addUser({ login: `personne-${(serial += 1)}`, banks })

    it('shows the users, teams and banks attached to a chest [CHST-10]', async () => {
      const [member, team] = [await person(), await world.addTeam('Voirie', [admin], [bank])]
      const chest = await world.addChest('Carrefours', admin, [bank])
      await world.grantUser(chest, member, { update: true })
      await world.grantTeam(chest, team)
      expect(await find(chest)).toEqual({
        id: chest.id,
        name: 'Carrefours',
        description: '',
        type: 'service',
        guardian: false,
        creator: 'gestion',
        createAt: new Date(app.time.now).toISOString(),
        users: [
          {
            id: admin.id,
            login: 'gestion',
            firstName: 'Camille',
            lastName: 'gestion',
            rights: allRights,
            dormant: null,
          },
          {
            id: member.id,
            login: member.login,
            firstName: 'Camille',
            lastName: member.login,
            rights: { ...newGrant, update: true },
            dormant: null,
          },
        ],
        hiddenUsers: 0,
        teams: [{ id: team, name: 'Voirie', rights: newGrant, dormant: null }],
        hiddenTeams: 0,
        banks: [{ id: bank, label: 'Département' }],
        hiddenBanks: 0,
        manageable: true,
        readable: true,
      })
    })

    it('tells which chests the caller may read [CHST-29]', async () => {
      const owner = await person()
      const chest = await world.addChest('Fermé à la gestion', owner, [bank])
      expect(await find(chest)).toMatchObject({ manageable: true, readable: false })
      await world.grantUser(chest, admin)
      expect(await find(chest)).toMatchObject({ manageable: true, readable: true })
    })

    it('shows why a grant has no effect', async () => {
      const closed = await world.addBank('Fermée', 0)
      const [asleep, stranger, late] = [await person(), await person([other]), await person([closed])]
      const away = await world.addTeam('Ailleurs', [stranger], [other])
      const viaMember = await world.addTeam('Sans banque', [await person()])
      const chest = await world.addChest('Endormi', admin, [bank, closed])
      for (const user of [asleep, stranger, late]) await world.grantUser(chest, user)
      for (const team of [away, viaMember]) await world.grantTeam(chest, team)
      await app.deps.db
        .updateTable('users')
        .set({ state_id: userStates.inactive })
        .where('id', '=', asleep.id)
        .execute()
      const row = await find(chest)
      const reasonOf = (entries: Row['users'] = [], id: number) =>
        entries.find((entry) => entry.id === id)?.dormant
      expect(reasonOf(row?.users, asleep.id)).toBe('inactive-user')
      expect(reasonOf(row?.users, stranger.id)).toBe('no-shared-bank')
      expect(reasonOf(row?.users, late.id)).toBe('inactive-bank')
      expect(reasonOf(row?.teams, away)).toBe('no-shared-bank')
      expect(reasonOf(row?.teams, viaMember), 'a member is in the bank').toBe(null)
    })

    it('does not name a bank of another client, but counts it', async () => {
      const chest = await world.addChest('Partagé', admin, [bank, other])
      const row = await find(chest)
      expect(row).toMatchObject({
        banks: [{ id: bank, label: 'Département' }],
        hiddenBanks: 1,
        manageable: false,
      })
    })

    it('shows a chest without a bank to its creator only', async () => {
      const chest = await world.addChest('Brouillon', admin)
      const colleague = await world.addUser({ login: 'collègue', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
      expect(await find(chest)).toMatchObject({ manageable: true, banks: [] })
      const theirs = await list('', await world.session(colleague))
      expect(theirs.map(({ id }) => id)).not.toContain(chest.id)
    })

    it('is searched by words of the name and the description, and by id', async () => {
      const chest = await world.addChest('Éclairage public', admin, [bank])
      await call('PATCH', `/api/chest/${chest.id}`, { update: { description: 'Armoires du cœur de ville' } })
      const ids = async (search: string) =>
        (await list(`search=${encodeURIComponent(search)}`)).map(({ id }) => id)
      for (const search of ['ECLAIRAGE', 'public éclai', 'coeur armoires', '  public  ', String(chest.id)]) {
        expect(await ids(search), search).toContain(chest.id)
      }
      for (const search of ['éclairage privé', '%', '_clairage', '\\', "' or 1=1 --", '\u0000']) {
        expect(await ids(search), search).not.toContain(chest.id)
      }
      await call('PATCH', `/api/chest/${chest.id}`, { update: { name: 'Candélabres' } })
      expect(await ids('eclairage')).not.toContain(chest.id)
      expect(await ids('candelabres coeur')).toContain(chest.id)
    })

    it('is filtered by one bank, within the scope of the caller', async () => {
      const second = await world.addBank('Seconde')
      const both = await world.addUser({ login: 'double', role: 'ROLE_ADMINISTRATOR', banks: [bank, second] })
      const chest = await world.addChest('De la seconde', both, [second])
      const as = await world.session(both)
      expect((await list(`bankId=${second}`, as)).map(({ id }) => id)).toEqual([chest.id])
      expect(await list(`bankId=${second}`), 'a bank out of scope').toEqual([])
      expect(await list('bankId=9999999', as)).toEqual([])
    })

    it('returns the page that contains the selected row', async () => {
      const place = await world.addBank('Longue')
      const root = await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' })
      const as = await world.session(root)
      const chests: TestChest[] = []
      for (let index = 0; index < 7; index += 1) chests.push(await world.addChest(`L${index}`, root, [place]))
      const page = async (query: string) => {
        const reply = await call('GET', `/api/chest/?limit=3&bankId=${place}&${query}`, undefined, as)
        const { offset } = JSON.parse(String(reply.headers['meta-data-guardian'])) as { offset: number }
        return { offset, names: (reply.body as Row[]).map(({ name }) => name) }
      }
      expect(await page(`selectId=${chests[4]?.id}`)).toEqual({ offset: 3, names: ['L3', 'L4', 'L5'] })
      expect(await page(`selectId=${chests[6]?.id}`)).toEqual({ offset: 6, names: ['L6'] })
      expect(await page('selectId=9999999&offset=3'), 'no such row').toMatchObject({ offset: 3 })
      expect(await page('offset=30')).toEqual({ offset: 30, names: [] })
    })

    it('shows a change immediately [CHST-18]', async () => {
      const chest = await world.addChest('Ancien nom', admin, [bank])
      const path = `/api/chest/${chest.id}`
      const reply = await call('PATCH', path, { update: { name: '  Nouveau nom ', type: 'service' } })
      expect(reply).toMatchObject({
        status: 200,
        body: { id: chest.id, name: 'Nouveau nom', description: '' },
      })
      expect(await find(chest)).toEqual(reply.body)
      const written = await app.deps.db
        .selectFrom('journal')
        .select(['action', 'objects'])
        .where('chest_id', '=', chest.id)
        .execute()
      expect(written).toEqual([{ action: 'chest.updated', objects: '{"fields":["name","type"]}' }])
    })

    it.each([
      [{}, 400, 'INVALID_REQUEST'],
      [{ name: '   ' }, 422, 'VALUE_REQUIRED'],
      [{ name: 'un <script>' }, 422, 'PATTERN_MISMATCH'],
      [{ description: '<img src=x>' }, 422, 'PATTERN_MISMATCH'],
      [{ guardian: true }, 400, 'INVALID_REQUEST'],
      [{ type: 'other' }, 400, 'INVALID_REQUEST'],
      [{ name: 12 }, 400, 'INVALID_REQUEST'],
    ])('refuses the change %j, and changes nothing', async (update, status, code) => {
      const chest = await world.addChest('Intact', admin, [bank])
      const reply = await call('PATCH', `/api/chest/${chest.id}`, { update })
      expect(reply).toMatchObject({ status, body: { code } })
      expect(await find(chest)).toMatchObject({ name: 'Intact', description: '' })
    })

    it.each(['PATCH', 'DELETE'] as const)(
      '%s requires the whole chest: 404 out of scope, 409 when another bank has it too, 403 for an intervenant',
      async (method) => {
        const [foreign, partly] = [
          await world.addChest('Étranger', admin, [other]),
          await world.addChest('À moitié', admin, [bank, other]),
        ]
        const body = method === 'PATCH' ? { update: { name: 'Pris' } } : undefined
        const deed = (chest: { id: number }, as = cookie) => call(method, `/api/chest/${chest.id}`, body, as)
        const [out, absent] = [await deed(foreign), await deed({ id: 9_999_999 })]
        expect(out.status).toBe(404)
        expect({ ...(out.body as object), requestId: '' }).toEqual({
          ...(absent.body as object),
          requestId: '',
        })
        expect(await deed(partly)).toMatchObject({ status: 409, body: { code: 'SCOPE_EXCEEDED' } })
        const reader = await person()
        await world.grantUser(partly, reader, allRights)
        expect((await deed(partly, await world.session(reader))).status).toBe(403)
      },
    )

    it('shows the texts of a chest to a caller who may not open it, and refuses its content', async () => {
      const owner = await person()
      const chest = await world.addChest('Vu seulement', owner, [bank])
      const path = `/api/chest/${chest.id}/`
      expect((await call('GET', path)).body).toMatchObject({ id: chest.id, name: 'Vu seulement' })
      const session = (await call('GET', '/api/session')).body as { user: { lastChestId: number | null } }
      expect(session.user.lastChestId).not.toBe(chest.id)
      expect((await call('GET', `${path}tree/`)).status).toBe(404)
      expect((await call('GET', `${path}right/user`)).status).toBe(404)
    })
  })
})
