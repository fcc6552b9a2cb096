import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Chest = { id: number; chest_id: number; name: string }
type Item = { id: number; item_id: number; name: string }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const chests = async (cookie?: string) =>
    bodyOf<Chest[]>(await at.call('GET', '/api/favorite/chest', undefined, cookie))
  const items = async (cookie?: string, chestId = at.chest.id) =>
    bodyOf<Item[]>(await at.call('GET', `/api/favorite/chest/${chestId}/item`, undefined, cookie))
  const add = (kind: 'chest' | 'item', id: number, cookie?: string) =>
    at.call('POST', `/api/favorite/${kind}/${id}`, undefined, cookie)
  const remove = (kind: 'chest' | 'item', id: number, cookie?: string) =>
    at.call('DELETE', `/api/favorite/${kind}/${id}`, undefined, cookie)
  const absent = { status: 404, body: { code: 'FAVOURITE_NOT_FOUND' } }

  it('a favourite chest is added, returned with its name, and removed [FAVO-01] [FAVO-02]', async () => {
    const [first, second] = [
      await at.world.addChest('Archives', at.owner),
      await at.world.addChest('Zone', at.owner),
    ]
    for (const chest of [second, first]) {
      const added = await add('chest', chest.id)
      expect(added).toMatchObject({ status: 201, body: { chest_id: chest.id, name: chest.name } })
    }
    const listed = await chests()
    expect(listed).toEqual([
      { id: expect.any(Number) as number, chest_id: second.id, name: 'Zone', guardian: false },
      { id: expect.any(Number) as number, chest_id: first.id, name: 'Archives', guardian: false },
    ])
    for (const { id } of listed)
      expect(await remove('chest', id)).toMatchObject({ status: 200, body: { message: 'Favori supprimé' } })
    expect(await chests()).toEqual([])
    expect(await remove('chest', listed[0]?.id ?? 0)).toMatchObject(absent)
  })

  it('a favourite item is added, returned without a secret, and removed [FAVO-03] [FAVO-04]', async () => {
    const folderId = await at.folder('Serveurs')
    const whole = await at.item({
      name: 'Passerelle',
      login: 'racine',
      address: 'https://passerelle.exemple.fr',
      otp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      parentFolderId: folderId,
    })
    const bare = await at.item({ name: 'Badge', categoryId: 11, password: '', otp: 'JBSWY3DPEHPK3PXP' })
    for (const id of [whole, bare]) expect(await add('item', id)).toMatchObject({ status: 201 })
    const listed = await items()
    expect(listed).toEqual([
      {
        id: expect.any(Number) as number,
        item_id: whole,
        chest_id: at.chest.id,
        folder_id: folderId,
        name: 'Passerelle',
        address: 'https://passerelle.exemple.fr',
        login: 'racine',
        password: true,
        otp: true,
      },
      {
        id: expect.any(Number) as number,
        item_id: bare,
        chest_id: at.chest.id,
        folder_id: null,
        name: 'Badge',
        address: '',
        login: '',
        password: false,
        otp: true,
      },
    ])
    for (const { id } of listed) expect(await remove('item', id)).toMatchObject({ status: 200 })
    expect(await items()).toEqual([])
  })

  it('a favourite item shows a change or move immediately [FAVO-03]', async () => {
    const [id, folderId] = [await at.item({ name: 'Avant' }), await at.folder('Ailleurs')]
    await add('item', id)
    await at.call('PATCH', `/api/item/${id}`, { elementType: 'name', elementValue: 'Après' })
    await at.call('PATCH', `/api/item/${id}`, { elementType: 'folder', elementValue: folderId })
    const listed = await items()
    expect(listed).toMatchObject([{ name: 'Après', folder_id: folderId }])
    await remove('item', listed[0]?.id ?? 0)
  })

  it('adding a favourite twice, even concurrently, creates one', async () => {
    const id = await at.item()
    for (const [kind, target] of [
      ['chest', at.chest.id],
      ['item', id],
    ] as const) {
      const replies = await Promise.all([add(kind, target), add(kind, target), add(kind, target)])
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
      const ids = new Set(replies.map((reply) => bodyOf<{ id: number }>(reply).id))
      expect(ids.size).toBe(1)
      const listed = kind === 'chest' ? await chests() : await items()
      expect(listed.map((favourite) => favourite.id)).toEqual([...ids])
      for (const one of ids) await remove(kind, one)
    }
  })

  it("another user's favourites are neither listed nor removed", async () => {
    const other = await at.other('voisine', {})
    const item = await at.item()
    const chest = bodyOf<Chest>(await add('chest', at.chest.id))
    const favourite = bodyOf<Item>(await add('item', item))
    expect([await chests(other), await items(other)]).toEqual([[], []])
    expect(await remove('chest', chest.id, other)).toMatchObject(absent)
    expect(await remove('item', favourite.id, other)).toMatchObject(absent)
    expect(await chests()).toHaveLength(1)
    expect(await items()).toHaveLength(1)
    await remove('chest', chest.id)
    await remove('item', favourite.id)
  })

  it('a favourite that the user may no longer read is hidden, and shown again with the right [RGHT-17]', async () => {
    const reader = await at.world.addUser({ login: 'lectrice' })
    const cookie = await at.world.session(reader)
    const item = await at.item()
    expect(await add('chest', at.chest.id, cookie)).toMatchObject({
      status: 404,
      body: { code: 'CHEST_NOT_FOUND' },
    })
    expect(await add('item', item, cookie)).toMatchObject({ status: 404, body: { code: 'ITEM_NOT_FOUND' } })
    await at.world.grantUser(at.chest, reader)
    await add('chest', at.chest.id, cookie)
    await add('item', item, cookie)
    const { db } = at.app.deps
    await db.deleteFrom('chest_user_rights').where('user_id', '=', reader.id).execute()
    expect(await chests(cookie)).toEqual([])
    const path = `/api/favorite/chest/${at.chest.id}/item`
    expect(await at.call('GET', path, undefined, cookie)).toMatchObject({ status: 404 })
    const team = await at.world.addTeam('Équipe', [reader])
    await at.world.grantTeam(at.chest, team)
    expect(await chests(cookie)).toMatchObject([{ chest_id: at.chest.id }])
    expect(await items(cookie)).toMatchObject([{ item_id: item }])
  })

  it('an ineffective grant, an inactive bank and a deleted chest hide the favourite chest', async () => {
    const { db } = at.app.deps
    const bank = await at.world.addBank('Mairie')
    const person = await at.world.addUser({ login: 'mutée', banks: [bank] })
    const cookie = await at.world.session(person)
    const chest = await at.world.addChest('Partagé', person, [bank])
    await add('chest', chest.id, cookie)
    const seen = async () => (await chests(cookie)).map(({ name }) => name)
    expect(await seen()).toEqual(['Partagé'])
    const set = (active: 0 | 1) => db.updateTable('banks').set({ active }).where('id', '=', bank).execute()
    await set(0)
    expect(await seen()).toEqual([])
    await set(1)
    const gone = (at_: number | null) =>
      db.updateTable('chests').set({ deleted_at: at_ }).where('id', '=', chest.id).execute()
    await gone(at.app.time.now)
    expect(await seen()).toEqual([])
    await gone(null)
    expect(await seen()).toEqual(['Partagé'])
    await db.deleteFrom('bank_users').where('user_id', '=', person.id).execute()
    expect(await seen()).toEqual([])
  })

  it('a trashed item is not listed; restoring lists it again, deleting it permanently deletes the favourite', async () => {
    const id = await at.item({ name: 'Jetable' })
    await add('item', id)
    const trashed = async () =>
      bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${id}`)).trashId
    const end = (trashId: number, update: string) => at.call('PATCH', `/api/trash/${trashId}`, { update })
    const first = await trashed()
    expect(await items()).toEqual([])
    expect(await add('item', id)).toMatchObject({ status: 404 })
    await end(first, 'restore')
    expect(await items()).toMatchObject([{ item_id: id, name: 'Jetable' }])
    await end(await trashed(), 'delete')
    expect(await items()).toEqual([])
    const rows = await at.app.deps.db
      .selectFrom('favourite_items')
      .select('id')
      .where('item_id', '=', id)
      .execute()
    expect(rows).toEqual([])
  })

  it('a locked guardian chest lists no favourite items, but may itself be a favourite', async () => {
    const chest = await at.world.addChest('Protégé', at.owner)
    const item = bodyOf<{ id: number }>(
      await at.call('POST', '/api/item/', { chestId: chest.id, name: 'Secret', password: 'x' }),
    ).id
    await add('item', item)
    const other = bodyOf<{ id: number }>(
      await at.call('POST', '/api/item/', { chestId: chest.id, name: 'Autre secret', password: 'x' }),
    ).id
    const set = (guardian: 0 | 1) =>
      at.app.deps.db.updateTable('chests').set({ guardian }).where('id', '=', chest.id).execute()
    await set(1)
    const locked = { status: 423, body: { code: 'CHEST_LOCKED' } }
    const reply = await at.call('GET', `/api/favorite/chest/${chest.id}/item`)
    expect(reply).toMatchObject(locked)
    expect(reply.text).not.toContain('Secret')
    for (const id of [item, other]) expect(await add('item', id)).toMatchObject(locked)
    const added = await add('chest', chest.id)
    expect(added).toMatchObject({ status: 201, body: { name: 'Protégé', guardian: true } })
    expect(await chests()).toMatchObject([{ chest_id: chest.id, guardian: true }])
    await remove('chest', bodyOf<Chest>(added).id)
    await set(0)
    expect(await items(undefined, chest.id)).toMatchObject([{ item_id: item }])
  })

  it('deleting a user deletes their favourites', async () => {
    const chief = await at.world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
    const leaver = await at.world.addUser({ login: 'partante' })
    await at.world.grantUser(at.chest, leaver)
    const cookie = await at.world.session(leaver)
    await add('chest', at.chest.id, cookie)
    await add('item', await at.item(), cookie)
    const deleted = await at.call(
      'DELETE',
      `/api/user/${leaver.id}`,
      undefined,
      await at.world.session(chief),
    )
    expect(deleted.status).toBe(200)
    for (const table of ['favourite_chests', 'favourite_items'] as const) {
      const rows = await at.app.deps.db
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', leaver.id)
        .execute()
      expect(rows).toEqual([])
    }
  })
})
