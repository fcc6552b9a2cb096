import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { worldOf } from '../testing/world.ts'

eachEngine((engine) => {
  let app: TestApp
  let bank: number
  const cookies: Record<string, string> = {}
  beforeAll(async () => {
    app = await startTestApp(engine)
    const world = worldOf(app)
    bank = await world.addBank('Mairie')
    const other = await world.addBank('Port')
    const chief = await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const banks = [bank, other]
    const administrator = await world.addUser({ login: 'gestion', role: 'ROLE_ADMINISTRATOR', banks })
    for (const [index, name] of ['Élan', 'Zèbre', 'abeille', 'Écureuil', 'Mulot'].entries()) {
      const user = await world.addUser({
        login: `animal-${name.toLowerCase()}`,
        banks: [banks[index % 2] ?? bank],
      })
      await world.addTeam(`animal ${name}`, [user], index === 0 ? banks : [bank])
      await world.addChest(`animal ${name}`, user, index === 1 ? banks : [bank])
    }
    cookies['all'] = await world.session(chief)
    cookies['own'] = await world.session(administrator)
  })
  afterAll(() => app.close())

  const rowsOf = async (path: string, cookie = '') =>
    (await app.call({ method: 'GET', path, cookie })).body as Record<string, unknown>[]

  it('orders by names without accents and case, by numbers of what a row shows, and by rank', async () => {
    const all = cookies['all']
    const names = (rows: Record<string, unknown>[]) => rows.map(({ name }) => name)
    const alphabetical = ['abeille', 'Écureuil', 'Élan', 'Mulot', 'Zèbre'].map((name) => `animal ${name}`)
    expect(names(await rowsOf('/api/chest/?orderBy=name', all))).toEqual(alphabetical)
    expect(names(await rowsOf('/api/chest/?orderBy=banks&order=DESC&limit=1', all))).toEqual(['animal Zèbre'])
    expect(names(await rowsOf('/api/team/?orderBy=banks&order=DESC&limit=1', all))).toEqual(['animal Élan'])
    const roles = (await rowsOf('/api/user/?orderBy=role&order=DESC', all)).map(({ role }) => role)
    expect(roles.slice(0, 3)).toEqual(['ROLE_SUPER_ADMINISTRATOR', 'ROLE_ADMINISTRATOR', 'ROLE_INTERVENANT'])
    const logins = (await rowsOf('/api/user/?orderBy=login&search=animal', all)).map(({ login }) => login)
    expect(logins).toEqual(['abeille', 'écureuil', 'élan', 'mulot', 'zèbre'].map((name) => `animal-${name}`))
  })

  it('counts only what the caller sees, so that the order reveals nothing else', async () => {
    // Of the chest in both banks, this administrator of both sees both; one of a single bank sees one.
    const world = worldOf(app)
    const alone = await world.addUser({ login: 'seule', role: 'ROLE_ADMINISTRATOR', banks: [bank] })
    const cookie = await world.session(alone)
    const forwards = await idsOf('/api/chest/', 'orderBy=banks', cookie)
    expect(forwards).toEqual(forwards.toSorted((one, other) => one - other))
  })

  const idsOf = async (path: string, query: string, cookie = '') => {
    const reply = await app.call({ method: 'GET', path: `${path}?${query}`, cookie })
    expect(reply.status, reply.text).toBe(200)
    return (reply.body as { id: number }[]).map(({ id }) => id)
  }

  describe.each([
    ['/api/chest/', ['id', 'name', 'users', 'teams', 'banks']],
    ['/api/team/', ['name', 'description', 'creator', 'users', 'banks']],
    ['/api/user/', ['name', 'login', 'email', 'role', 'state', 'lastSignIn', 'banks', 'teams']],
  ])('the list %s', (path, columns) => {
    it.each(columns)(
      'is ordered by %s over all pages, in both directions, for every caller [USER-37] [TEAM-19] [CHST-28]',
      async (column) => {
        for (const who of ['all', 'own']) {
          const ask = (query: string) => idsOf(path, `orderBy=${column}&${query}`, cookies[who])
          const forwards = await ask('limit=100')
          expect(new Set(forwards)).toEqual(new Set(await idsOf(path, 'limit=100', cookies[who])))
          const pages: number[] = []
          for (let offset = 0; offset < forwards.length; offset += 2)
            pages.push(...(await ask(`limit=2&offset=${offset}`)))
          expect(pages).toEqual(forwards)
          expect(await ask('limit=100&order=DESC')).toEqual(forwards.toReversed())
          const last = forwards.at(-1)
          expect(await ask(`limit=2&selectId=${last}`)).toContain(last)
        }
      },
    )

    it('refuses an order by any other column', async () => {
      for (const column of ['hash', 'search_key', 'id; drop table users', '__proto__', '']) {
        const path_ = `${path}?orderBy=${encodeURIComponent(column)}`
        const reply = await app.call({ method: 'GET', path: path_, cookie: cookies['all'] ?? '' })
        expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
      }
    })

    it.each([
      ['all', ''],
      ['own', ''],
      ['all', '&search=animal'],
      ['own', '&search=animal'],
      ['own', '&bankId='],
    ])('is descending on request (%s%s)', async (who, filter) => {
      const asked = filter === '&bankId=' ? `${filter}${bank}` : filter
      const ask = (query: string) => idsOf(path, `${query}${asked}`, cookies[who])
      const forwards = await ask('limit=100')
      expect(forwards.length).toBeGreaterThan(2)
      const backwards = forwards.toReversed()
      expect(await ask('limit=100&order=DESC')).toEqual(backwards)
      expect(await ask('limit=100&order=ASC')).toEqual(forwards)
      expect(await ask('limit=2&offset=2&order=DESC')).toEqual(backwards.slice(2, 4))
      const last = backwards.at(-1)
      expect(await ask(`limit=2&order=DESC&selectId=${last}`)).toContain(last)
    })

    it('refuses any other order', async () => {
      const reply = await app.call({ method: 'GET', path: `${path}?order=up`, cookie: cookies['all'] ?? '' })
      expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
    })
  })
})
