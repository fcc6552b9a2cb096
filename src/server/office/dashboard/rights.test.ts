import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachEngine } from '#server/testing/databases.ts'
import { masterKey, passwords, startFiguresWorld, type FiguresWorld } from './testing.ts'

eachEngine((engine) => {
  let world: FiguresWorld
  beforeAll(async () => {
    world = await startFiguresWorld(engine)
    await world.item(passwords.weak, { name: 'premier' })
    await world.item(passwords.weak, { name: 'second' })
  })
  afterAll(() => world.app.close())

  /** All figures of a caller. */
  const figuresOf = async (cookie: string) => {
    const as = { cookie }
    const { readable } = await world.health(as)
    const { total } = await world.list('', as)
    return [await world.levels(as), readable.passwords, (await world.worst(as)).length, total]
  }
  const all = [{ 2: 2 }, 2, 2, 2]
  const none = [{}, 0, 0, 0]

  it('a grant and its withdrawal take effect at the next call [DASH-08] [DASH-11]', async () => {
    const { user, cookie } = await world.other('lectrice')
    expect(await figuresOf(cookie)).toEqual(all)
    const { db } = world.app.deps
    await db.deleteFrom('chest_user_rights').where('user_id', '=', user.id).execute()
    expect(await figuresOf(cookie)).toEqual(none)
    const team = await world.world.addTeam('Relève', [user])
    await world.world.grantTeam(world.chest, team)
    expect(await figuresOf(cookie)).toEqual(all)
    await db.deleteFrom('team_users').where('user_id', '=', user.id).execute()
    expect(await figuresOf(cookie)).toEqual(none)
    expect(await figuresOf(world.cookie)).toEqual(all)
  })

  it('a chest that is deleted, or leaves the common bank, no longer counts', async () => {
    const { db } = world.app.deps
    const bank = await world.world.addBank('Mairie')
    const other = await world.world.addBank('Ailleurs')
    const user = await world.world.addUser({ login: 'agente', banks: [bank] })
    const chest = await world.world.addChest('Mairie', user, [bank, other])
    const cookie = await world.world.session(user)
    await world.item(passwords.weak, { chestId: chest.id }).catch(() => undefined)
    const item = { chestId: chest.id, name: 'seul', password: passwords.strong }
    expect((await world.call('POST', '/api/item/', item, { cookie })).status).toBe(201)
    expect(await world.levels({ cookie })).toEqual({ 4: 1 })
    await db.deleteFrom('bank_chests').where('chest_id', '=', chest.id).where('bank_id', '=', bank).execute()
    expect(await figuresOf(cookie)).toEqual(none)
    await db.insertInto('bank_chests').values({ chest_id: chest.id, bank_id: bank }).execute()
    expect(await world.levels({ cookie })).toEqual({ 4: 1 })
    await db.updateTable('banks').set({ active: 0 }).where('id', '=', bank).execute()
    expect(await figuresOf(cookie)).toEqual(none)
    await db.updateTable('banks').set({ active: 1 }).where('id', '=', bank).execute()
    await db.updateTable('chests').set({ deleted_at: 1 }).where('id', '=', chest.id).execute()
    expect(await figuresOf(cookie)).toEqual(none)
  })

  it("a caller without access gets no figures, not even with a chest's id", async () => {
    const stranger = await world.world.session(await world.world.addUser({ login: 'passante' }))
    expect(await figuresOf(stranger)).toEqual(none)
    expect(await world.list(`?chestId=${world.chest.id}`, { cookie: stranger })).toEqual({
      chests: [],
      passwords: [],
      total: 0,
    })
    for (const call of ['password_strength', 'worses_password', 'health', 'password']) {
      const reply = await world.app.call({ method: 'GET', path: `/api/kpi/${call}` })
      expect(reply, call).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } })
    }
  })
})

eachEngine((engine) => {
  let world: FiguresWorld
  beforeAll(async () => {
    world = await startFiguresWorld(engine)
  })
  afterAll(() => world.app.close())

  const health = (handle?: string) => world.health(handle === undefined ? {} : { handle })
  const kept = () => world.app.deps.summaries.cachedIds()

  it('a guardian chest counts only as locked, until the request unlocks it', async () => {
    const chestId = await world.guardian('Direction')
    const handle = await world.open(chestId)
    const id = await world.item('faible', { chestId, name: 'Coffre-fort' }, { handle })
    expect(await health()).toMatchObject({ readable: { passwords: 0 }, lockedChests: 1 })
    expect(await world.worst()).toEqual([])
    expect(await health(handle)).toMatchObject({ readable: { passwords: 1, weak: 1 }, lockedChests: 0 })
    expect(await world.worst({ handle })).toMatchObject([{ id, name: 'Coffre-fort' }])
    expect(await health('x'.repeat(43))).toMatchObject({ lockedChests: 1 })
    expect(kept(), 'nothing of it stays in memory').not.toContain(chestId)
    await world.call('POST', '/api/masterkey/lock', { chestId }, { handle })
    expect(await health(handle)).toMatchObject({ readable: { passwords: 0 }, lockedChests: 1 })
  })

  it('a chest with a new master key leaves the figures and the memory, and returns once it is removed', async () => {
    const made = await world.call('POST', '/api/user/chest', { name: 'Ordinaire' })
    const { id: chestId } = made.body as { id: number }
    await world.item(passwords.strong, { chestId, name: 'seul' })
    const before = await health()
    expect(before).toMatchObject({ readable: { passwords: 1 }, lockedChests: 1 })
    expect(kept()).toContain(chestId)
    const change = (body: unknown) => world.call('PATCH', `/api/chest/${chestId}/masterkey`, body)
    expect(await change({ masterKey })).toMatchObject({ status: 200 })
    expect(kept()).not.toContain(chestId)
    expect(await health()).toMatchObject({ readable: { passwords: 0 }, lockedChests: 2 })
    // While its content is resealed, and afterwards.
    const handle = await world.open(chestId)
    expect(await health(handle)).toMatchObject({ readable: { passwords: 1 }, lockedChests: 1 })
    await world.app.deps.renewals.settled()
    expect(await health(handle)).toMatchObject({ readable: { passwords: 1 }, lockedChests: 1 })
    expect(await change({ current: masterKey, masterKey: null })).toMatchObject({ status: 200 })
    expect(await health()).toEqual(before)
  })
})
