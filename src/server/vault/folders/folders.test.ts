import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { deepestLevel } from '#server/vault/contents/folder-tree.ts'
import { eachEngine } from '#server/testing/databases.ts'

type HistoryPage = { history: { action: string; user: string }[]; historyBefore: number | null }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const change = (id: number, elementType: string, elementValue: unknown, revision?: number) =>
    at.call('PATCH', `/api/folder/${id}`, {
      elementType,
      elementValue,
      ...(revision === undefined ? {} : { revision }),
    })

  it('a folder is created from a form, in a folder or at the root [FOLD-02] [FOLD-03] [FOLD-04]', async () => {
    const form = new FormData()
    form.set('chestId', String(at.chest.id))
    form.set('parentFolderId', '')
    form.set('name', ' Réseau ')
    form.set('description', 'Les équipements')
    const made = await at.call('POST', '/api/folder/', form)
    expect(made).toMatchObject({ status: 201, body: { message: 'Dossier créé' } })
    const { id } = bodyOf<{ id: number }>(made)
    const inner = await at.folder('Paris', id)
    await at.item({ parentFolderId: inner })
    expect((await at.call('GET', `/api/folder/${inner}`)).body).toMatchObject({ parent: id, level: 2 })
    expect((await at.call('GET', `/api/folder/${id}`)).body).toMatchObject({ name: 'Réseau', parent: null })
  })

  it('reading a folder returns its place, counts and history [FOLD-05]', async () => {
    const top = await at.folder('Sites')
    const inner = await at.folder('Lyon', top)
    await at.folder('Étage 1', inner)
    await at.item({ parentFolderId: inner })
    await at.item({ parentFolderId: inner })
    expect((await at.call('GET', `/api/folder/${inner}`)).body).toEqual({
      id: inner,
      name: 'Lyon',
      description: '',
      level: 2,
      children: 1,
      chestId: at.chest.id,
      path: [
        { id: top, name: 'Sites' },
        { id: inner, name: 'Lyon' },
      ],
      creator: 'camille',
      createAt: new Date(at.app.time.now).toISOString(),
      history: [
        {
          action: 'CREATE',
          paramName: null,
          createdAt: new Date(at.app.time.now).toISOString(),
          user: 'camille',
        },
      ],
      historyBefore: null,
      countItems: 2,
      holds: { items: 2, folders: 1 },
      parent: top,
      guardian: false,
      renewDays: null,
      dueRule: null,
      revision: 1,
    })
  })

  it('a change of a folder name or description is recorded in its history [FOLD-06] [HIST-03]', async () => {
    const id = await at.folder('Ancien')
    expect(await change(id, 'name', 'Nouveau')).toMatchObject({
      status: 200,
      body: { message: 'Nom mis à jour', revision: 2 },
    })
    expect(await change(id, 'description', 'Texte')).toMatchObject({
      body: { message: 'Description mise à jour' },
    })
    const { body } = await at.call('GET', `/api/folder/${id}`)
    expect(body).toMatchObject({ name: 'Nouveau', description: 'Texte', revision: 3 })
    expect(body).toMatchObject({
      history: [{ paramName: 'description' }, { paramName: 'name' }, { action: 'CREATE' }],
    })
    expect(await change(id, 'name', ' ')).toMatchObject({ status: 422, body: { code: 'VALUE_REQUIRED' } })
    expect(await change(id, 'name', '<b>')).toMatchObject({ status: 422, body: { code: 'PATTERN_MISMATCH' } })
    expect(await change(id, 'name', 3)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
  })

  it('a history is paged by two hundred entries, down to the creation [HIST-01]', async () => {
    const made = [
      { element: 'folder', id: await at.folder('Long') },
      { element: 'item', id: await at.item() },
    ] as const
    for (const { element, id } of made) {
      const entries = Array.from({ length: 450 }, (_, index) => ({
        chest_id: at.chest.id,
        element,
        element_id: id,
        action: 'UPDATE',
        param_name: 'name',
        user_id: at.owner.id,
        user_name: `personne-${index}`,
        created_at: at.app.time.now,
      }))
      await at.app.deps.db.insertInto('history').values(entries).execute()
      const seen: HistoryPage[] = [bodyOf<HistoryPage>(await at.call('GET', `/api/${element}/${id}`))]
      for (let before = seen[0]?.historyBefore; before; before = seen.at(-1)?.historyBefore)
        seen.push(bodyOf(await at.call('GET', `/api/${element}/${id}/history/?before=${before}`)))
      expect(seen.map(({ history }) => history.length)).toEqual([200, 200, 51])
      const all = seen.flatMap(({ history }) => history)
      expect(all.at(-1)).toMatchObject({ action: 'CREATE', user: 'camille' })
      expect(all.slice(0, -1).map(({ user }) => user)).toEqual(entries.map((one) => one.user_name).reverse())
      const anew = await at.call('GET', `/api/${element}/${id}/history/`)
      expect(anew.body).toEqual({ history: seen[0]?.history, historyBefore: seen[0]?.historyBefore })
    }
  })

  it('a stale change of a folder is refused with the current folder', async () => {
    const id = await at.folder('Un')
    await change(id, 'name', 'Deux', 1)
    const revision = () =>
      at.app.deps.db.selectFrom('chests').select('revision').where('id', '=', at.chest.id).executeTakeFirst()
    const before = await revision()
    expect(await change(id, 'name', 'Trois', 1)).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT', details: { id, name: 'Deux', revision: 2 } },
    })
    expect(await revision(), 'a refusal changes nothing').toEqual(before)
  })

  it('a folder is moved with its content, to a folder or the root [FOLD-07] [TREE-10]', async () => {
    const [from, to] = [await at.folder('De'), await at.folder('Vers')]
    const inner = await at.folder('Dedans', from)
    const item = await at.item({ parentFolderId: inner })
    expect(await change(from, 'folder', to)).toMatchObject({
      body: { message: 'Dossier déplacé', revision: 2 },
    })
    expect((await at.call('GET', `/api/folder/${inner}`)).body).toMatchObject({
      path: [{ id: to }, { id: from }, { id: inner }],
    })
    expect(await at.call('GET', `/api/item/${item}/copy`)).toMatchObject({ status: 200 })
    expect(await change(from, 'folder', to)).toMatchObject({ status: 409, body: { code: 'ALREADY_THERE' } })
    expect(await change(from, 'folder', '')).toMatchObject({ status: 200 })
    expect((await at.call('GET', `/api/folder/${from}`)).body).toMatchObject({ parent: null, level: 1 })
  })

  it('a folder cannot be moved into itself or its descendants [TREE-09]', async () => {
    const top = await at.folder('Haut')
    const inner = await at.folder('Milieu', top)
    const cycle = { status: 409, body: { code: 'FOLDER_CYCLE' } }
    expect(await change(top, 'folder', top)).toMatchObject(cycle)
    expect(await change(top, 'folder', String(inner))).toMatchObject(cycle)
  })

  it('two folders moved into each other concurrently form no cycle [TREE-09]', async () => {
    const [one, other] = [await at.folder('A'), await at.folder('B')]
    const both = await Promise.all([change(one, 'folder', other), change(other, 'folder', one)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('a parent of another chest is not found', async () => {
    const elsewhere = await at.world.addChest('Ailleurs', at.owner)
    const id = bodyOf<{ id: number }>(
      await at.call('POST', '/api/folder/', { chestId: elsewhere.id, name: 'Loin' }),
    ).id
    const missing = { status: 404, body: { code: 'FOLDER_NOT_FOUND' } }
    const create = { chestId: at.chest.id, name: 'X', parentFolderId: id }
    expect(await at.call('POST', '/api/folder/', create)).toMatchObject(missing)
    expect(await change(await at.folder('Ici'), 'folder', id)).toMatchObject(missing)
  })

  it('folders nest down to the deepest level only', async () => {
    let parent = await at.folder('1')
    const top = parent
    for (let level = 2; level <= deepestLevel; level += 1) parent = await at.folder(`${level}`, parent)
    const tooDeep = { status: 409, body: { code: 'FOLDER_TOO_DEEP' } }
    const create = { chestId: at.chest.id, name: 'trop', parentFolderId: parent }
    expect(await at.call('POST', '/api/folder/', create)).toMatchObject(tooDeep)
    expect(await change(top, 'folder', await at.folder('Au-dessus'))).toMatchObject(tooDeep)
  })

  it('the folder tree is sorted, with levels [TREE-02]', async () => {
    const chest = await at.world.addChest('Arbre', at.owner)
    const make = async (name: string, parentFolderId?: number) => {
      const parent = parentFolderId === undefined ? {} : { parentFolderId }
      const made = await at.call('POST', '/api/folder/', { chestId: chest.id, name, ...parent })
      return bodyOf<{ id: number }>(made).id
    }
    const z = await make('zéro')
    const e = await make('Été')
    const inner = await make('Sous', e)
    expect((await at.call('GET', `/api/chest/${chest.id}/tree/`)).body).toEqual([
      { id: e, name: 'Été', level: 1, children: [{ id: inner, name: 'Sous', level: 2, children: [] }] },
      { id: z, name: 'zéro', level: 1, children: [] },
    ])
  })

  it('each right allows its calls on folders and no other [RGHT-17] [RGHT-18] [RGHT-19] [RGHT-20]', async () => {
    const id = await at.folder('Droits')
    const reader = await at.other('lectrice', {})
    const stranger = await at.world.session(await at.world.addUser({ login: 'inconnu' }))
    const rename = { elementType: 'name', elementValue: 'Y' }
    const create = { chestId: at.chest.id, name: 'X' }
    const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
    expect(await at.call('GET', `/api/folder/${id}`, undefined, reader)).toMatchObject({ status: 200 })
    expect(await at.call('POST', '/api/folder/', create, reader)).toMatchObject(refused)
    expect(await at.call('PATCH', `/api/folder/${id}`, rename, reader)).toMatchObject(refused)
    expect(await at.call('DELETE', `/api/folder/${id}`, undefined, reader)).toMatchObject(refused)
    for (const [method, path, body] of [
      ['GET', `/api/folder/${id}`, undefined],
      ['POST', '/api/folder/', create],
      ['PATCH', `/api/folder/${id}`, rename],
      ['DELETE', `/api/folder/${id}`, undefined],
    ] as const) {
      expect(await at.call(method, path, body, stranger)).toMatchObject({ status: 404 })
    }
  })
})
