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

  const idsOf = async (path: string, query: string, cookie = '') => {
    const reply = await app.call({ method: 'GET', path: `${path}?${query}`, cookie })
    expect(reply.status, reply.text).toBe(200)
    return (reply.body as { id: number }[]).map(({ id }) => id)
  }

  describe.each(['/api/chest/', '/api/team/', '/api/user/'])('the list %s', (path) => {
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
