import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Removed = { message: string; trashId: number }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const remove = async (kind: 'item' | 'folder', id: number): Promise<number> => {
    const reply = await at.call('DELETE', `/api/${kind}/${id}`)
    expect(reply).toMatchObject({ status: 200, body: { message: 'Mot de passe supprimé' } })
    return bodyOf<Removed>(reply).trashId
  }
  const end = (trashId: number, update: 'restore' | 'delete', cookie?: string) =>
    at.call('PATCH', `/api/trash/${trashId}`, { update }, cookie)
  const list = async () =>
    bodyOf<{ id: number; name: string; type: string }[]>(
      await at.call('GET', `/api/trash/?chestId=${at.chest.id}&limit=100`),
    )
  const namesAt = async (folderId?: number) => {
    const query = folderId === undefined ? '' : `&folderId=${folderId}`
    const { body } = await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}${query}&limit=100`)
    const { folders, items } = body as { folders: { name: string }[]; items: { name: string }[] }
    return [...folders, ...items].map(({ name }) => name)
  }

  it('a deleted item is in the trash and nowhere else [ITEM-21] [ITEM-22] [HIST-04] [TRSH-04]', async () => {
    const id = await at.item({ name: 'Imprimante' })
    const trashId = await remove('item', id)
    expect(await namesAt()).not.toContain('Imprimante')
    for (const path of ['', '/copy', '/otp']) {
      expect(await at.call('GET', `/api/item/${id}${path}`)).toMatchObject({ status: 404 })
    }
    expect(await list()).toContainEqual({
      id: trashId,
      type: 'item',
      name: 'Imprimante',
      deletedAt: new Date(at.app.time.now).toISOString(),
      deletedBy: 'camille',
      holds: { items: 0, folders: 0 },
    })
    const last = await at.app.deps.db
      .selectFrom('history')
      .select(['action', 'user_name'])
      .where('element', '=', 'item')
      .where('element_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last).toMatchObject({ action: 'CREATED', user_name: 'camille' })
  })

  it('a restored item is back in its folder, unchanged [TRSH-08] [TRSH-11] [TRSH-13] [HIST-05]', async () => {
    const folderId = await at.folder('Retour')
    const id = await at.item({ name: 'Revenant', password: 'Le-même!', parentFolderId: folderId })
    const trashId = await remove('item', id)
    expect(await end(trashId, 'restore')).toMatchObject({
      status: 200,
      body: { message: 'Elément restauré' },
    })
    expect(await namesAt(folderId)).toEqual(['Revenant'])
    expect((await at.call('GET', `/api/item/${id}/copy`)).body).toBe('Le-même!')
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({
      history: [{ action: 'CANCELED' }, { action: 'CREATED' }, { action: 'CREATE' }],
    })
    expect(await end(trashId, 'restore')).toMatchObject({ status: 404 })
  })

  it('a folder is trashed and restored with exactly its content [FOLD-09] [FOLD-10] [TRSH-11]', async () => {
    const top = await at.folder('Tout')
    const inner = await at.folder('Partie', top)
    const kept = await at.item({ name: 'Gardé', parentFolderId: inner })
    const before = await at.item({ name: 'Jeté avant', parentFolderId: inner })
    const earlier = await remove('item', before)
    const trashId = await remove('folder', top)
    expect((await list()).filter(({ id }) => id === trashId)).toMatchObject([
      { type: 'folder', name: 'Tout' },
    ])
    for (const path of [`/api/folder/${inner}`, `/api/item/${kept}`]) {
      expect(await at.call('GET', path)).toMatchObject({ status: 404 })
    }
    await end(trashId, 'restore')
    expect(await namesAt(inner)).toEqual(['Gardé'])
    await end(earlier, 'restore')
    expect(await namesAt(inner)).toEqual(['Gardé', 'Jeté avant'])
  })

  it('an element whose folder was deleted is restored to the root [TRSH-11]', async () => {
    const folderId = await at.folder('Disparu')
    const inner = await at.folder('Orphelin', folderId)
    const item = await at.item({ name: 'Orpheline', parentFolderId: folderId })
    const [innerTrash, itemTrash] = [await remove('folder', inner), await remove('item', item)]
    const folderTrash = await remove('folder', folderId)
    await end(itemTrash, 'restore')
    expect((await at.call('GET', `/api/item/${item}`)).body).toMatchObject({ folder_id: null })
    expect(await end(folderTrash, 'delete')).toMatchObject({
      status: 200,
      body: { message: 'Elément supprimé définitivement' },
    })
    await end(innerTrash, 'restore')
    expect((await at.call('GET', `/api/folder/${inner}`)).body).toMatchObject({ parent: null })
    expect(await at.call('GET', `/api/item/${item}/copy`)).toMatchObject({ status: 200 })
  })

  it('a permanently deleted element remains in no table but the journal [TRSH-09] [TRSH-12] [TRSH-14]', async () => {
    const folderId = await at.folder('Condamné')
    const id = await at.item({ name: 'Fini', parentFolderId: folderId })
    await at.call('PATCH', `/api/item/${id}`, { elementType: 'password', elementValue: 'autre' })
    const trashId = await remove('folder', folderId)
    expect(await end(trashId, 'delete')).toMatchObject({ status: 200 })
    expect(await end(trashId, 'restore')).toMatchObject({
      status: 404,
      body: { code: 'TRASH_ENTRY_NOT_FOUND' },
    })
    const { db } = at.app.deps
    for (const table of ['items', 'folders'] as const) {
      const rows = await db.selectFrom(table).select('id').where('trash_id', '=', trashId).execute()
      expect(rows).toEqual([])
    }
    const versions = await db
      .selectFrom('versions')
      .select('id')
      .where('element', '=', 'item')
      .where('element_id', '=', id)
      .execute()
    expect(versions).toEqual([])
    expect((await list()).map((entry) => entry.id)).not.toContain(trashId)
  })

  it('two concurrent deletions create one entry', async () => {
    const id = await at.item()
    const both = await Promise.all([1, 2].map(() => at.call('DELETE', `/api/item/${id}`)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  it('an item that is moved while its target folder is deleted stays readable', async () => {
    const folderId = await at.folder('Cible')
    const id = await at.item()
    const [moved, removed] = await Promise.all([
      at.call('PATCH', `/api/item/${id}`, { elementType: 'folder', elementValue: folderId }),
      at.call('DELETE', `/api/folder/${folderId}`),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(moved.status)
    if (moved.status === 200) await end(bodyOf<Removed>(removed).trashId, 'restore')
    expect(await at.call('GET', `/api/item/${id}/copy`)).toMatchObject({ status: 200 })
  })

  it('restoring requires the right to update, destroying the right to delete [RGHT-17] [RGHT-19] [RGHT-20]', async () => {
    const trashId = await remove('item', await at.item())
    const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
    const deleter = await at.other('effaceur', { delete: true })
    const editor = await at.other('éditrice', { update: true })
    const stranger = await at.world.session(await at.world.addUser({ login: 'inconnu' }))
    expect(await end(trashId, 'restore', deleter)).toMatchObject(refused)
    expect(await end(trashId, 'delete', editor)).toMatchObject(refused)
    expect(await end(trashId, 'restore', stranger)).toMatchObject({ status: 404 })
    expect(await end(trashId, 'restore', editor)).toMatchObject({ status: 200 })
  })
})
