import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { startGuardianWorld, type Caller } from '#server/vault/master-key/testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Arrival = Record<string, unknown>

const content = ['page', 'breadcrumb', 'tree', 'favouriteItems']

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const arrival = async (query = '', cookie?: string): Promise<Arrival> =>
    bodyOf<Arrival>(await at.call('GET', `/api/explorer/arrival${query}`, undefined, cookie))
  const read = async (path: string): Promise<unknown> => bodyOf<unknown>(await at.call('GET', path))

  it('joins the replies of the calls of the first screen, for the place of the address', async () => {
    const folderId = await at.folder('Serveurs')
    await at.item({ name: 'Pare-feu', parentFolderId: folderId })
    await at.item({ name: 'Bastion', parentFolderId: folderId })
    const { id } = at.chest
    await read(`/api/chest/${id}/`)
    const place = `?chestId=${id}&folderId=${folderId}&sort=name&direction=DESC`
    const [parts, session] = [await arrival(`${place}&marked=f${folderId}`), await read('/api/session')]
    expect(parts['session']).toEqual(session)
    const own: Record<string, string> = {
      favouriteChests: '/api/favorite/chest',
      chest: `/api/chest/${id}/`,
      rights: `/api/chest/${id}/right/user`,
      lock: `/api/chest/${id}/masterkey`,
      page: `/api/explorer/data/${place}`,
      breadcrumb: `/api/explorer/breadcrumb/?chestId=${id}&folderId=${folderId}`,
      tree: `/api/chest/${id}/tree/`,
      favouriteItems: `/api/favorite/chest/${id}/item`,
    }
    for (const [name, path] of Object.entries(own))
      expect([name, parts[name]]).toEqual([name, await read(path)])
    expect(Object.keys(parts).toSorted()).toEqual(['session', ...Object.keys(own)].toSorted())
  })

  it('follows the folder and the page of the address, as the page itself does, after the selected item moved', async () => {
    const { id } = at.chest
    const [former, other] = [await at.folder('Avant'), await at.folder('Après')]
    const item = await at.item({ name: 'Déplacé', parentFolderId: former })
    await at.call('PATCH', `/api/item/${item}`, { elementType: 'folder', elementValue: other })
    const selected = `?chestId=${id}&folderId=${former}&selectId=${item}&selectType=item`
    expect((await arrival(`${selected}&offset=0`))['page']).toMatchObject({ folderId: former, items: [] })
    expect((await arrival(selected))['page']).toMatchObject({ folderId: other, selectId: item })
  })

  it('opens the chest of the last visit without one in the address', async () => {
    await read(`/api/chest/${at.chest.id}/`)
    expect((await arrival())['chest']).toMatchObject({ id: at.chest.id })
  })

  it('has nothing of a chest that the caller may not read, and nothing at all without a session', async () => {
    const stranger = await at.world.session(await at.world.addUser({ login: 'inconnue' }))
    const parts = await arrival(`?chestId=${at.chest.id}`, stranger)
    expect(parts).toMatchObject({
      session: { user: { login: 'inconnue' } },
      chest: null,
      rights: null,
      lock: null,
    })
    for (const name of content) expect(parts[name]).toBeNull()
    expect(await at.call('GET', '/api/explorer/arrival', undefined, '')).toMatchObject({ status: 401 })
  })

  it('has the content of a guardian chest only with its handle, and notes no refusal', async () => {
    const guarded = await startGuardianWorld(engine)
    try {
      const path = `/api/explorer/arrival?chestId=${guarded.chestId}`
      const partsWith = async (as: Caller) => bodyOf<Arrival>(await guarded.call('GET', path, undefined, as))
      const closed = await partsWith({})
      expect(closed).toMatchObject({ chest: { guardian: true }, lock: { unlocked: false } })
      for (const name of content) expect(closed[name]).toBeNull()
      expect(await guarded.actions()).not.toContain('access.refused')
      const open = await partsWith({ handle: await guarded.open(guarded.chestId) })
      expect(open).toMatchObject({ lock: { unlocked: true }, page: { items: [] }, tree: [] })
    } finally {
      await guarded.app.close()
    }
  })
})
