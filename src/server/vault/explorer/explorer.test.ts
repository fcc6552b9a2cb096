import { afterAll, beforeAll, expect, it } from 'vitest'
import { neverLocked } from '#server/access/locate.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createChestIndexes } from '#server/vault/chest-index/chest-indexes.ts'

type Data = {
  folders: {
    id: number
    name: string
    countItems: number
    children: number
    holds: { items: number; folders: number }
  }[]
  items: { id: number; name: string }[]
  parentId: number | null
  folderId: number | null
  selectType: string | null
  selectId: number | null
  pagination: { total: number; offset: number; limit: number }
}

const ample = { memoryBytes: 2 ** 28 }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  /** Creates an empty chest, with helpers to fill and read it. */
  const emptyChest = async () => {
    const chest = await at.world.addChest('Vide', at.owner)
    return {
      id: chest.id,
      item: (name: string, folderId?: number, more: object = {}) =>
        at.item({ chestId: chest.id, name, ...(folderId ? { parentFolderId: folderId } : {}), ...more }),
      folder: async (name: string, folderId?: number) => {
        const parent = folderId ? { parentFolderId: folderId } : {}
        const made = await at.call('POST', '/api/folder/', { chestId: chest.id, name, ...parent })
        return bodyOf<{ id: number }>(made).id
      },
      reply: (query = '') => at.call('GET', `/api/explorer/data/?chestId=${chest.id}${query}`),
      data: async (query = '') =>
        bodyOf<Data>(await at.call('GET', `/api/explorer/data/?chestId=${chest.id}${query}`)),
    }
  }

  it('a folder counts its direct content after each change [EXPL-10]', async () => {
    const chest = await emptyChest()
    const outer = await chest.folder('Extérieur')
    const inner = await chest.folder('Intérieur', outer)
    await chest.folder('Profond', inner)
    await chest.item('Objet', outer)
    const counts = async () =>
      (await chest.data()).folders.map((row) => [row.name, row.countItems, row.children])
    const holds = async () => (await chest.data()).folders.map((row) => [row.holds.items, row.holds.folders])
    expect(await counts()).toEqual([['Extérieur', 1, 1]])
    // At any depth: through the folders.
    expect(await holds()).toEqual([[1, 2]])
    await chest.item('Secret', inner)
    expect(await holds()).toEqual([[2, 2]])
    await at.call('PATCH', `/api/folder/${inner}`, { elementType: 'folder', elementValue: '' })
    expect(await counts()).toEqual([
      ['Extérieur', 1, 0],
      ['Intérieur', 1, 1],
    ])
    expect(await holds()).toEqual([
      [1, 0],
      [1, 1],
    ])
    await at.call('DELETE', `/api/folder/${inner}`)
    expect(await counts()).toEqual([['Extérieur', 1, 0]])
  })

  it('folders come before items, both in French order [EXPL-05] [EXPL-08] [EXPL-10]', async () => {
    const chest = await emptyChest()
    for (const name of ['zoo', 'Éclair', 'eclair', 'srv10', 'srv2', 'École']) await chest.item(name)
    const inner = await chest.folder('Œuvres')
    await chest.folder('outils')
    await chest.item('dedans', inner)
    const { folders, items, ...rest } = await chest.data()
    expect(folders.map(({ name, countItems }) => [name, countItems])).toEqual([
      ['Œuvres', 1],
      ['outils', 0],
    ])
    expect(items.map(({ name }) => name)).toEqual(['eclair', 'Éclair', 'École', 'srv2', 'srv10', 'zoo'])
    expect(rest).toEqual({
      rights: { read: true, create: true, update: true, delete: true, export: true },
      parentId: null,
      folderId: null,
      selectType: null,
      selectId: null,
      pagination: { total: 8, offset: 0, limit: 25 },
    })
  })

  it('a folder is sorted by any column, folders first, elements of equal values by name [EXPL-27] [EXPL-28]', async () => {
    const chest = await emptyChest()
    const otp = 'JBSWY3DPEHPK3PXP'
    await chest.folder('Zone')
    await chest.folder('Archives')
    await chest.item('d', undefined, { login: 'zoé', address: 'https://b.exemple.fr', categoryId: 1 })
    await chest.item('c', undefined, { login: 'Émile', address: 'http://c.exemple.fr', otp, categoryId: 3 })
    await chest.item('b', undefined, {
      address: 'https://www.a.exemple.fr',
      password: '',
      otp,
      categoryId: 11,
    })
    await chest.item('a', undefined, { login: 'eric', password: 'azerty', categoryId: 6 })
    const order = async (query: string) => {
      const { folders, items } = await chest.data(query)
      return [...folders, ...items].map(({ name }) => name).join(' ')
    }
    expect(await order('&sort=name')).toBe('Archives Zone a b c d')
    expect(await order('&sort=name&direction=DESC')).toBe('Zone Archives d c b a')
    // In French order; what is empty comes last either way.
    expect(await order('&sort=login&direction=ASC')).toBe('Archives Zone c a d b')
    expect(await order('&sort=login&direction=DESC')).toBe('Archives Zone d a c b')
    // As it is shown: without its scheme.
    expect(await order('&sort=address')).toBe('Archives Zone b d c a')
    expect(await order('&sort=password')).toBe('Archives Zone a c d b')
    expect(await order('&sort=otp')).toBe('Archives Zone b c a d')
    expect(await order('&sort=category')).toBe('Archives Zone c b d a')
    expect(await order('&sort=creator&direction=DESC')).toBe('Archives Zone a b c d')
    expect((await chest.reply('&sort=secret')).status).toBe(400)
    expect((await chest.reply('&sort=login&direction=up')).status).toBe(400)
  })

  it('an order holds over pages and after changes, and a selection opens its page in it [EXPL-29]', async () => {
    const chest = await emptyChest()
    const ids: number[] = []
    for (let number = 10; number < 40; number += 1)
      ids.push(await chest.item(`Compte ${number}`, undefined, { login: `l${49 - number}` }))
    const page = async (query: string) =>
      (await chest.data(`&sort=login&limit=10${query}`)).items.map(({ name }) => Number(name.slice(-2)))
    expect(await page('')).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30])
    expect(await page('&offset=20')).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10])
    const found = await chest.data(`&sort=login&limit=10&selectType=item&selectId=${ids[5]}`)
    expect(found.pagination).toEqual({ total: 30, offset: 20, limit: 10 })
    await at.call('PATCH', `/api/item/${ids[0]}`, { elementType: 'login', elementValue: 'l00' })
    expect(await page('')).toEqual([10, 39, 38, 37, 36, 35, 34, 33, 32, 31])
  })

  it('a row shows which secrets an item has, and none of them [EXPL-09] [EXPL-11]', async () => {
    const chest = await emptyChest()
    const more = { password: 'Jamais-dans-la-liste', otp: 'JBSWY3DPEHPK3PXP', login: 'root' }
    const id = await chest.item('Serveur', undefined, { ...more, address: 'ssh://srv', categoryId: 1 })
    const { text } = await chest.reply()
    expect(text).not.toContain('Jamais')
    expect(text).not.toContain('JBSWY3DPEHPK3PXP')
    expect((await chest.data()).items).toEqual([
      {
        id,
        name: 'Serveur',
        login: 'root',
        address: 'ssh://srv',
        addressDanger: 2,
        level: 4,
        category: { id: 1, name: 'Serveur' },
        categoryIcon: 'Server',
        creator: 'camille',
        password: true,
        otp: true,
        hasPassword: true,
        hasOtp: true,
        due: null,
        guardian: false,
        revision: 1,
      },
    ])
  })

  it('a list is paged, 25 by default, with the total in the header [EXPL-02] [EXPL-04] [EXPL-14]', async () => {
    const chest = await emptyChest()
    await chest.folder('A')
    await chest.folder('B')
    for (let number = 1; number <= 28; number += 1) await chest.item(`Compte ${number}`)
    const first = await chest.reply()
    expect(first.headers['meta-data-guardian']).toBe('{"countTotal":30,"offset":0,"limit":25}')
    expect(bodyOf<Data>(first).items).toHaveLength(23)
    const second = await chest.data('&offset=25')
    expect(second.folders).toEqual([])
    expect(second.items.map(({ name }) => name)).toEqual([24, 25, 26, 27, 28].map((n) => `Compte ${n}`))
    const across = await chest.data('&offset=1&limit=2')
    expect([across.folders.length, across.items.length]).toEqual([1, 1])
    expect((await chest.data('&offset=900&limit=10')).pagination).toEqual({
      total: 30,
      offset: 20,
      limit: 10,
    })
    expect(await chest.reply('&limit=101')).toMatchObject({ status: 400 })
  })

  it('a selected element opens its folder at its page [EXPL-03]', async () => {
    const chest = await emptyChest()
    const folderId = await chest.folder('Long')
    const inner = await chest.folder('Dernier', folderId)
    let last = 0
    for (let number = 1; number <= 12; number += 1) last = await chest.item(`n${number}`, folderId)
    expect(await chest.data(`&selectType=item&selectId=${last}&limit=10`)).toMatchObject({
      folderId,
      parentId: null,
      selectType: 'item',
      selectId: last,
      pagination: { total: 13, offset: 10, limit: 10 },
    })
    const selected = await chest.data(`&selectType=folder&selectId=${inner}&folderId=`)
    expect(selected).toMatchObject({ folderId, selectType: 'folder', selectId: inner })
    expect(await chest.data(`&folderId=${inner}`)).toMatchObject({ folderId: inner, parentId: folderId })
    expect(await chest.reply('&selectType=item&selectId=999999')).toMatchObject({
      status: 404,
      body: { code: 'ITEM_NOT_FOUND' },
    })
    expect(await chest.reply('&folderId=999999')).toMatchObject({
      status: 404,
      body: { code: 'FOLDER_NOT_FOUND' },
    })
  })

  it('the breadcrumb contains the chest and the folders in order [EXPL-06]', async () => {
    const top = await at.folder('Haut')
    const inner = await at.folder('Bas', top)
    const item = await at.item({ parentFolderId: inner })
    const expected = {
      currentChest: { id: at.chest.id, name: 'Production' },
      breadCrumb: [
        { id: top, name: 'Haut' },
        { id: inner, name: 'Bas' },
      ],
    }
    const path = `/api/explorer/breadcrumb/?chestId=${at.chest.id}`
    expect((await at.call('GET', `${path}&folderId=${inner}`)).body).toEqual(expected)
    expect((await at.call('GET', `${path}&selectType=item&selectId=${item}`)).body).toEqual(expected)
    expect((await at.call('GET', path)).body).toMatchObject({ breadCrumb: [] })
  })

  it('every change shows in the next reply, on another node as well', async () => {
    const chest = await emptyChest()
    const otherNode = createChestIndexes(at.app.deps, ample)
    const names = async () => {
      const here = (await chest.data()).items.map(({ name }) => name)
      const row = await at.app.deps.db
        .selectFrom('chests')
        .select(['id', 'name', 'revision', 'key_version as keyVersion'])
        .where('id', '=', chest.id)
        .executeTakeFirstOrThrow()
      const index = await otherNode.of({ ...row, ...neverLocked })
      expect(index.slice(null, 0, 100).items.map(({ name }) => name)).toEqual(here)
      return here
    }
    const [a, b] = [await chest.item('a'), await chest.item('b')]
    expect(await names()).toEqual(['a', 'b'])
    await at.call('PATCH', `/api/item/${a}`, { elementType: 'name', elementValue: 'c' })
    expect(await names()).toEqual(['b', 'c'])
    const folderId = await chest.folder('F')
    await at.call('PATCH', `/api/item/${b}`, { elementType: 'folder', elementValue: folderId })
    expect(await names()).toEqual(['c'])
    const removed = await at.call('DELETE', `/api/folder/${folderId}`)
    expect((await chest.data()).folders).toEqual([])
    await at.call('PATCH', `/api/trash/${bodyOf<{ trashId: number }>(removed).trashId}`, {
      update: 'restore',
    })
    expect((await chest.data(`&folderId=${folderId}`)).items.map(({ name }) => name)).toEqual(['b'])
    await at.call('PATCH', `/api/item/${b}`, { elementType: 'folder', elementValue: '' })
    expect(await names()).toEqual(['b', 'c'])
  })

  it('a caller who may not read the chest gets 404 [RGHT-17]', async () => {
    const stranger = await at.world.session(await at.world.addUser({ login: 'inconnu' }))
    for (const call of ['data', 'breadcrumb']) {
      const path = `/api/explorer/${call}/?chestId=${at.chest.id}`
      expect(await at.call('GET', path, undefined, stranger)).toMatchObject({
        status: 404,
        body: { code: 'CHEST_NOT_FOUND' },
      })
    }
  })
})
