import { afterAll, beforeAll, expect, it } from 'vitest'
import { indicatorNames } from '#domain/vault/figures.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type TestUser, type World } from '#server/testing/world.ts'
import { levelsIn, masterKey, passwords } from './testing.ts'

const day = 24 * 3_600_000
type Indicators = { indicator: string; name: string; value: number; before: unknown }[]

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let own: number
  let owner: TestUser
  let cookies: Record<'super' | 'administrator' | 'director' | 'intervenant' | 'elsewhere', string>
  beforeAll(async () => {
    app = await startTestApp(engine)
    world = worldOf(app)
    const other = await world.addBank('Ailleurs')
    own = await world.addBank('Mairie')
    owner = await world.addUser({
      login: 'agente',
      banks: [own],
      role: 'ROLE_ADMINISTRATOR',
      currentBank: own,
    })
    const session = async (login: string, more: Partial<Parameters<World['addUser']>[0]>) =>
      world.session(await world.addUser({ login, ...more }))
    cookies = {
      super: await session('racine', { role: 'ROLE_SUPER_ADMINISTRATOR' }),
      administrator: await session('gestion', { role: 'ROLE_ADMINISTRATOR', banks: [own] }),
      director: await session('direction', { type: 'DIRECTOR', banks: [own] }),
      intervenant: await session('terrain', { banks: [own] }),
      elsewhere: await session('voisine', { role: 'ROLE_ADMINISTRATOR', banks: [other] }),
    }
    await world.addTeam('Accueil', [owner], [own])
    await world.addTeam('Voisins', [], [other])
  })
  afterAll(() => app.close())

  const get = (path: string, cookie: string) => app.call({ method: 'GET', path, cookie })
  const valuesOf = async (cookie: string): Promise<Record<string, number>> => {
    const reply = await get('/api/kpi/various_kpi', cookie)
    expect(reply.status, reply.text).toBe(200)
    return Object.fromEntries((reply.body as Indicators).map(({ indicator, value }) => [indicator, value]))
  }
  const company = '/api/kpi/password_strength/?is_manager=true'
  const fill = async (chestId: number, values: readonly string[]) => {
    const cookie = await world.session(owner)
    for (const password of values) {
      const body = { chestId, name: 'GLPI', password }
      expect((await app.call({ method: 'POST', path: '/api/item/', body, cookie })).status).toBe(201)
    }
  }

  it('only directors and administrators get the figures of the company, and only administrators those of connections [DASH-05] [DASH-06] [DASH-13]', async () => {
    const calls = {
      various_kpi: true,
      'password_strength?is_manager=true': true,
      visit: false,
      totalUsers: false,
    }
    for (const [call, isForDirectors] of Object.entries(calls)) {
      for (const [caller, cookie] of Object.entries(cookies)) {
        const may = caller !== 'intervenant' && (isForDirectors || caller !== 'director')
        const reply = await get(`/api/kpi/${call}`, cookie)
        expect(reply.status, `${caller} ${call}`).toBe(may ? 200 : 403)
        if (!may) expect(reply.body).toMatchObject({ code: 'ROLE_REQUIRED' })
      }
    }
    const plain = await get('/api/kpi/password_strength?is_manager=false', cookies.intervenant)
    expect(plain.body).toEqual([])
  })

  it('the twelve indicators have a fixed order and French names [DASH-12]', async () => {
    const { body } = await get('/api/kpi/various_kpi', cookies.director)
    expect((body as Indicators).map(({ indicator }) => indicator)).toEqual(indicatorNames)
    expect((body as Indicators).map(({ name }) => name)).toEqual([
      'Coffres',
      'Coffres protégés',
      'Dossiers',
      'Mots de passe',
      'Mots de passe faibles (%)',
      'Mots de passe réutilisés',
      "Mots de passe de plus d'un an",
      'Utilisateurs actifs',
      'Intervenants actifs',
      'Groupes',
      'Utilisateurs sans second facteur',
      'Messages uniques créés (30 jours)',
    ])
  })

  it("the indicators count what is attached to the caller's banks, whoever may read it [DASH-09] [DASH-12]", async () => {
    const none = await valuesOf(cookies.administrator)
    expect(none).toMatchObject({ chests: 0, items: 0, weakShare: 0, teams: 1 })
    const chest = await world.addChest('Mairie', owner, [own])
    await fill(chest.id, [passwords.weak, passwords.strong, passwords.strong])
    const cookie = await world.session(owner)
    const post = (path: string, body: unknown) => app.call({ method: 'POST', path, body, cookie })
    expect((await post('/api/folder/', { chestId: chest.id, name: 'Serveurs' })).status).toBe(201)
    const nota = { chestId: chest.id, message: 'Bonjour', expirationDateId: 1 }
    expect((await post('/api/nota/create', nota)).status).toBeLessThan(300)
    const guardian = await post('/api/user/chest', { name: 'Protégé', masterKey })
    expect(guardian.status, guardian.text).toBe(201)
    for (const caller of ['administrator', 'director'] as const) {
      expect(await valuesOf(cookies[caller]), caller).toEqual({
        chests: 2,
        guardianChests: 1,
        folders: 1,
        items: 3,
        weakShare: 33.3,
        reused: 2,
        old: 0,
        activeUsers: 4,
        activeIntervenants: 2,
        teams: 1,
        usersWithoutFactor: 4,
        notas: 1,
      })
      expect(levelsIn((await get(company, cookies[caller])).body as [])).toEqual({ 2: 1, 4: 2 })
      // The figures give no access to the passwords.
      expect((await get('/api/kpi/password', cookies[caller])).body).toEqual({ chests: [], passwords: [] })
    }
    expect(await valuesOf(cookies.elsewhere)).toMatchObject({ chests: 0, items: 0, teams: 1, activeUsers: 1 })
    expect(await valuesOf(cookies.super)).toMatchObject({ chests: 2, items: 3, teams: 2, activeUsers: 6 })
    expect((await get(company, cookies.elsewhere)).body).toEqual([])
  })

  it('the indicators follow a change or a detached bank at the next call', async () => {
    const before = await valuesOf(cookies.administrator)
    const chest = await world.addChest('Annexe', owner, [own])
    await fill(chest.id, ['court', 'court'])
    const after = await valuesOf(cookies.administrator)
    expect(after).toMatchObject({ chests: 3, items: 5, weakShare: 60, reused: 4 })
    const { db } = app.deps
    await db.deleteFrom('bank_chests').where('chest_id', '=', chest.id).execute()
    expect(await valuesOf(cookies.administrator)).toEqual(before)
    expect(await valuesOf(cookies.super)).toMatchObject({ chests: 3, items: 5 })
    app.time.now += 366 * day
    const later = await world.session({ id: owner.id, login: owner.login })
    expect(await valuesOf(later)).toMatchObject({ old: 3, notas: 0 })
    app.time.now -= 366 * day
  })

  it('a confirmed authenticator, a passkey or codes by mail count as a second factor', async () => {
    const { db } = app.deps
    const count = async () => (await valuesOf(cookies.super))['usersWithoutFactor']
    const before = Number(await count())
    const user = await world.addUser({ login: 'nouvelle', banks: [own] })
    expect(await count()).toBe(before + 1)
    const set = (values: object) => db.updateTable('users').set(values).where('id', '=', user.id).execute()
    await set({ second_factor: 'mail' })
    expect(await count()).toBe(before)
    await set({ second_factor: 'totp' })
    expect(await count()).toBe(before + 1)
    const passkey = {
      user_id: user.id,
      credential_id: 'clé',
      public_key: new Uint8Array(77),
      counter: 0,
      transports: '[]',
      name: 'Téléphone',
      created_at: app.time.now,
      last_used_at: null,
    }
    await db.insertInto('passkeys').values(passkey).execute()
    expect(await count(), 'a passkey alone').toBe(before)
    await db.deleteFrom('passkeys').where('user_id', '=', user.id).execute()
    expect(await count()).toBe(before + 1)
    await set({ totp_secret: new Uint8Array(48) })
    expect(await count(), 'a confirmed one').toBe(before)
    await set({ totp_secret: null })
    await set({ state_id: 2 })
    expect(await count()).toBe(before)
  })
})
