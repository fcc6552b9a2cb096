import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { passwords, startFiguresWorld, type FiguresWorld } from './testing.ts'

const day = 24 * 3_600_000
const names = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name)

eachEngine((engine) => {
  let world: FiguresWorld
  beforeAll(async () => {
    world = await startFiguresWorld(engine)
  })
  afterAll(() => world.app.close())

  it('all figures are empty without a password [DASH-08] [DASH-11]', async () => {
    expect(await world.levels()).toEqual({})
    expect(await world.worst()).toEqual([])
    expect(await world.list()).toEqual({ chests: [], passwords: [], total: 0 })
    expect(await world.health()).toEqual({
      readable: { passwords: 0, weak: 0, reused: 0, old: 0 },
      changeable: { passwords: 0, weak: 0, reused: 0, old: 0, concerned: 0 },
      lockedChests: 0,
      unreadableChests: 0,
    })
  })

  it('passwords are counted by level, weakest first, and immediately after a change [DASH-08]', async () => {
    for (const [name, password] of Object.entries(passwords)) await world.item(password, { name })
    const reply = await world.call('GET', '/api/kpi/password_strength')
    expect(reply.body).toEqual([1, 2, 3, 4, 5].map((level) => ({ level, nb: 1 })))
    await world.item('', { name: 'code', categoryId: 11, otp: 'JBSWY3DPEHPK3PXP' })
    const { passwords: rows } = await world.list('?level=5')
    const id = rows[0]?.id
    await world.call('PATCH', `/api/item/${id}`, { elementType: 'password', elementValue: 'pluscourt' })
    expect(await world.levels()).toEqual({ 1: 2, 2: 1, 3: 1, 4: 1 })
    await world.call('PATCH', `/api/item/${id}`, { elementType: 'name', elementValue: 'renommé' })
    expect(names((await world.list('?level=1')).passwords)).toContain('renommé')
  })

  it('the five worst are the weakest, then those with the fewest bits, then the oldest [DASH-11]', async () => {
    const own = await world.world.addChest('Essais', world.owner)
    const at = (password: string, name: string) => world.item(password, { chestId: own.id, name })
    await at('kQ7vZp', 'six')
    await at('kQ7vZ', 'cinq')
    await at('kQ7vZ', 'cinq aussi')
    const worst = await world.worst()
    expect(names(worst).slice(0, 3)).toEqual(['cinq', 'cinq aussi', 'six'])
    expect(worst).toHaveLength(5)
    expect(worst[0]).toMatchObject({ chest_id: own.id, folder_id: null, level: 1 })
  })

  it('equal passwords are reused, within a chest and across chests, with the number that share them', async () => {
    const one = await world.world.addChest('Paie', world.owner)
    const other = await world.world.addChest('Réseau', world.owner)
    const before = await world.health()
    const shared = 'Zx8!mutuelle-Pq2?'
    await world.item(shared, { chestId: one.id, name: 'A' })
    expect((await world.health()).readable.reused).toBe(before.readable.reused)
    await world.item(shared, { chestId: one.id, name: 'B' })
    const id = await world.item(shared, { chestId: other.id, name: 'C' })
    expect((await world.health()).readable.reused).toBe(before.readable.reused + 3)
    const { passwords: rows } = await world.list(`?concern=reused&chestId=${one.id}`)
    expect(rows).toMatchObject([
      { name: 'A', chest: 'Paie', concerns: ['reused'], sharedBy: 3 },
      { name: 'B', sharedBy: 3 },
    ])
    await world.call('DELETE', `/api/item/${id}`)
    expect((await world.list(`?concern=reused&chestId=${one.id}`)).passwords[0]?.sharedBy).toBe(2)
  })

  it('passwords that the caller may change are counted separately, once each', async () => {
    const reader = await world.other('lecteur')
    const editor = await world.other('editrice', { update: true })
    await world.item('abc', { name: 'faible' })
    await world.item('abc', { name: 'et partagé' })
    const [seen, changed] = [await world.health(reader), await world.health(editor)]
    expect(seen.readable).toEqual(changed.readable)
    expect(seen.changeable).toEqual({ passwords: 0, weak: 0, reused: 0, old: 0, concerned: 0 })
    expect(changed.changeable).toMatchObject(changed.readable)
    expect(changed.changeable.concerned).toBeLessThan(changed.readable.weak + changed.readable.reused)
    const toDo = await world.list('?changeable=true', editor)
    expect(toDo.total).toBe(changed.changeable.concerned)
    expect(toDo.passwords.every(({ concerns }) => concerns.length > 0)).toBe(true)
    expect(await world.list('?changeable=true', reader)).toEqual({ chests: [], passwords: [], total: 0 })
    expect((await world.list('', reader)).passwords.every(({ mayChange }) => !mayChange)).toBe(true)
  })

  it('the list is paged, sorted by strength, age and chest, and returns the chests that have any', async () => {
    const page = await world.list('?limit=3&sort=strength')
    const { passwords: rest } = await world.list('?limit=100&offset=3')
    const all = [...page.passwords, ...rest]
    expect(all).toHaveLength(page.total)
    const levels = all.map(({ level }) => level)
    expect(levels).toEqual(levels.toSorted((one, other) => one - other))
    const downwards = (await world.list('?limit=100&order=DESC')).passwords
    expect(downwards.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed())
    expect(page.chests.map(({ name }) => name)).toEqual(['Essais', 'Paie', 'Production'])
    expect(page.chests.reduce((sum, { nb }) => sum + nb, 0)).toBe(page.total)
    const byChest = (await world.list('?limit=100&sort=chest')).passwords.map(({ chest }) => chest)
    expect(byChest).toEqual(byChest.toSorted((one, other) => one.localeCompare(other, 'fr')))
    const backwards = (await world.list('?limit=100&sort=chest&order=DESC')).passwords
    expect(backwards[0]?.chest).toBe('Production')
    expect((await world.list('?limit=10&offset=1000')).passwords).toEqual([])
    for (const query of ['level=0', 'level=6', 'concern=leaked', 'sort=name', 'limit=101', 'more=1']) {
      const { body } = await world.call('GET', `/api/kpi/password?${query}`)
      expect(body, query).toMatchObject({ code: 'INVALID_REQUEST' })
    }
  })

  it('a password is old after 365 days, until it is changed', async () => {
    const own = await world.world.addChest('Anciens', world.owner)
    const id = await world.item('Vm5!ancienne-Rt7?', { chestId: own.id, name: 'Vieux' })
    const now = world.app.time.now
    const cookie = async () => ({ cookie: await world.world.session(world.owner) })
    world.app.time.now = now + 365 * day
    expect((await world.health(await cookie())).readable.old).toBe(0)
    world.app.time.now = now + 366 * day
    const as = await cookie()
    const { old } = (await world.health(as)).readable
    expect(old).toBeGreaterThan(0)
    const { passwords: rows } = await world.list(`?concern=old&chestId=${own.id}&sort=age`, as)
    expect(rows).toMatchObject([{ id, name: 'Vieux', changedAt: new Date(now).toISOString() }])
    // Changing another field does not renew the password.
    await world.call('PATCH', `/api/item/${id}`, { elementType: 'login', elementValue: 'agent' }, as)
    expect((await world.health(as)).readable.old).toBe(old)
    const change = { elementType: 'password', elementValue: 'Wn6!nouvelle-Su8?' }
    await world.call('PATCH', `/api/item/${id}`, change, as)
    expect((await world.health(as)).readable.old).toBe(old - 1)
    const { body } = await world.call('GET', `/api/item/${id}/version`, undefined, as)
    const version = (body as { id: number; paramName: string }[]).find(
      ({ paramName }) => paramName === 'password',
    )
    world.app.time.now += 366 * day
    const later = await cookie()
    await world.call('POST', `/api/item/${id}/version/${version?.id}/restore`, {}, later)
    expect((await world.list(`?chestId=${own.id}`, later)).passwords[0]?.concerns).not.toContain('old')
  })
})
