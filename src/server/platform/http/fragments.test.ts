import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf, type World } from '#server/testing/world.ts'

/** The fragments of the back offices; the trash's has its own test, since it needs a right on a chest, not a role. */
const fragments = (Object.values(api.fragments) as Endpoint[]).filter(
  ({ access }) => typeof access === 'object' && 'permission' in access && !('right' in access),
)
const paths = fragments.map(({ path }) => path)

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let cookie: string
  beforeAll(async () => {
    app = await startTestApp(engine)
    world = worldOf(app)
    const [own, other] = [await world.addBank('Mairie'), await world.addBank('Ailleurs')]
    const administrator = await world.addUser({
      login: 'administratrice',
      role: 'ROLE_ADMINISTRATOR',
      banks: [own],
      currentBank: own,
    })
    cookie = await world.session(administrator)
    for (const [word, bank] of [
      ['Visible', own],
      ['Caché', other],
    ] as const) {
      const user = await world.addUser({ login: word.toLowerCase(), banks: [bank] })
      await world.addTeam(`${word} <équipe>`, [user], [bank])
      await world.addChest(`${word} <coffre>`, user, [bank])
    }
  })
  afterAll(() => app.close())
  const get = (path: string, as = cookie) => app.call({ method: 'GET', path, cookie: as })

  it.each([
    ['chest', 'Visible &lt;coffre&gt;', 1],
    ['team', 'Visible &lt;équipe&gt;', 1],
    ['user', 'visible', 2],
  ] as const)(
    'the %s fragment is the table of the page, as the same caller sees it [FRAG-02] [FRAG-03] [FRAG-05] [FRAG-06] [FRAG-08]',
    async (page, shown, total) => {
      const reply = await get(`/actions/${page}/get_content`)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.text).toContain(shown)
      expect(reply.text).toContain(`data-count-total="${total}"`)
      expect(reply.text).not.toMatch(/caché/i)
      const list = await get(`/api/${page}/`)
      expect(list.headers['meta-data-guardian']).toBe(reply.headers['meta-data-guardian'])
      const beyond = await get(`/actions/${page}/get_content?limit=10&offset=10`)
      expect(beyond.text).toContain(`data-count-total="${total}"`)
      expect(beyond.text).not.toContain(shown)
    },
  )

  it.each(paths)('%s refuses as the JSON calls do, and holds no script or style [FRAG-08]', async (path) => {
    const visitor = await world.session(await world.addUser({ login: `visiteur ${path}` }))
    expect(await get(path, visitor)).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } })
    expect(await get(path, '')).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } })
    expect((await app.call({ method: 'GET', path, cookie, foreign: true })).body).toMatchObject({
      code: 'CSRF',
    })
    for (const query of ['limit=101', 'limit=0', 'offset=-1', 'inconnu=1']) {
      if (path.includes('administration')) continue
      expect((await get(`${path}?${query}`)).body).toMatchObject({ code: 'INVALID_REQUEST' })
    }
    expect((await get(path)).text).not.toMatch(/<(script|style)|\sstyle="|\son\w+="/)
  })

  it('the dashboard fragment holds the figures of the caller, and those of the company by role and type [FRAG-04] [FRAG-08]', async () => {
    const bank = await world.addBank('Tableau')
    const viewOf = async (login: string, more: object) => {
      const user = await world.addUser({ login, banks: [bank], ...more })
      const reply = await get('/actions/dashboard/get_content', await world.session(user))
      expect(reply.status, reply.text).toBe(200)
      expect(reply.headers['content-type']).toContain('text/html')
      expect(reply.text).not.toMatch(/<(script|style)|\sstyle="|\son\w+="/)
      return reply.text
    }
    const agent = await viewOf('tableau-agent', {})
    const director = await viewOf('tableau-direction', { type: 'DIRECTOR' })
    const chief = await viewOf('tableau-chef', { role: 'ROLE_ADMINISTRATOR' })
    for (const [text, seenBy] of [
      ['Coffres protégés', [director, chief]],
      ['Connexions', [chief]],
    ] as const) {
      for (const view of [agent, director, chief])
        expect(view.includes(text), text).toBe((seenBy as readonly string[]).includes(view))
    }
    expect((await get('/actions/dashboard/get_content', '')).body).toMatchObject({ code: 'SESSION_EXPIRED' })
  })

  /** A table that the content of each fragment is read from, but its caller is not. */
  const readFrom: Record<string, string> = {
    chest: 'bank_chests',
    team: 'team_users',
    user: 'bank_users',
    administration: 'settings',
    dashboard: 'bank_chests',
    trash: 'folders',
  }
  it.each(Object.entries(api.fragments))(
    'the %s fragment shows that its content could not be loaded, and recovers [FRAG-09]',
    async (name, { path }) => {
      const { db } = app.deps
      const table = readFrom[name] ?? 'sessions'
      const owner = await world.addUser({ login: `chef-${name}`, role: 'ROLE_SUPER_ADMINISTRATOR' })
      const chest = await world.addChest(`Coffre ${name}`, owner, [])
      const as = await world.session(owner)
      const asked = `${path}${name === 'trash' ? `?chestId=${chest.id}` : ''}`
      expect((await get(asked, as)).status).toBe(200)
      await db.schema.alterTable(table).renameTo('away').execute()
      const failed = await get(asked, as)
      await db.schema.alterTable('away').renameTo(table).execute()
      expect([failed.status, failed.body]).toEqual([
        500,
        expect.objectContaining({
          code: 'INTERNAL',
          message: 'Erreur pendant le chargement du contenu',
        }),
      ])
      expect((await get(asked, as)).status).toBe(200)
    },
  )
})
