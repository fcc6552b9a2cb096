import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { deepestLevel } from '#server/vault/contents/folder-tree.ts'
import { eachEngine } from '#server/testing/databases.ts'

type Chosen = { items?: number[]; folders?: number[]; folderId?: number | '' | null }

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  const move = ({ items = [], folders = [], folderId = null }: Chosen, cookie?: string) =>
    at.call('POST', '/api/explorer/move', { chestId: at.chest.id, items, folders, folderId }, cookie)
  const trash = ({ items = [], folders = [] }: Chosen, cookie?: string) =>
    at.call('POST', '/api/explorer/trash', { chestId: at.chest.id, items, folders }, cookie)
  const idsIn = async (folderId?: number) => {
    const query = folderId === undefined ? '' : `&folderId=${folderId}`
    const { body } = await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}${query}&limit=100`)
    const { folders, items } = body as { folders: { id: number }[]; items: { id: number }[] }
    return { folders: folders.map(({ id }) => id), items: items.map(({ id }) => id) }
  }
  const historyOf = async (kind: 'item' | 'folder', id: number) =>
    bodyOf<{ history: { action: string; paramName: string | null }[] }>(
      await at.call('GET', `/api/${kind}/${id}`),
    ).history.map(({ action, paramName }) => (paramName === null ? action : `${action} ${paramName}`))

  it('several elements are moved together, each with its history and journal record [EXPL-18] [EXPL-19] [EXPL-38]', async () => {
    const from = await at.folder('Ancien')
    const to = await at.folder('Nouveau')
    const inner = await at.folder('Dedans', from)
    const items = [
      await at.item({ parentFolderId: from, password: 'Le-même-1!' }),
      await at.item({ parentFolderId: from }),
    ]
    await at.item({ name: 'profond', parentFolderId: inner })
    expect(await move({ items, folders: [inner], folderId: to })).toMatchObject({
      status: 200,
      body: { message: 'Mot de passe déplacé' },
    })
    expect(await idsIn(from)).toEqual({ folders: [], items: [] })
    expect((await idsIn(to)).folders).toEqual([inner])
    expect(new Set((await idsIn(to)).items)).toEqual(new Set(items))
    expect((await idsIn(inner)).items).toHaveLength(1)
    expect((await at.call('GET', `/api/item/${items[0]}/copy`)).body).toBe('Le-même-1!')
    for (const id of items) {
      expect(await historyOf('item', id)).toEqual(['UPDATE folder', 'CREATE'])
      expect(await at.journalOf(id)).toContain('item.moved')
    }
    expect(await historyOf('folder', inner)).toEqual(['UPDATE folder', 'CREATE'])

    const back = await move({ folders: [inner], folderId: '' })
    expect(back).toMatchObject({ status: 200, body: { message: 'Dossier déplacé' } })
    expect((await idsIn()).folders).toContain(inner)
  })

  it('a selection that cannot be moved whole is not moved [TREE-08] [TREE-09] [RGHT-17] [EXPL-38]', async () => {
    const outer = await at.folder('Haut')
    const inner = await at.folder('Bas', outer)
    const item = await at.item()
    const other = await at.world.addChest('Ailleurs', at.owner)
    const { id: foreign } = bodyOf<{ id: number }>(
      await at.call('POST', '/api/item/', { chestId: other.id, name: 'x', password: 'y' }),
    )
    const { id: foreignFolder } = bodyOf<{ id: number }>(
      await at.call('POST', '/api/folder/', { chestId: other.id, name: 'x' }),
    )
    const gone = await at.item()
    await trash({ items: [gone] })
    const before = await at.app.deps.db.selectFrom('journal').selectAll().execute()
    const refused: [Chosen, number, string][] = [
      [{ items: [item], folders: [outer], folderId: inner }, 409, 'FOLDER_CYCLE'],
      [{ items: [item], folders: [outer], folderId: outer }, 409, 'FOLDER_CYCLE'],
      [{ items: [item], folders: [inner], folderId: outer }, 409, 'ALREADY_THERE'],
      [{ items: [item, foreign], folderId: outer }, 404, 'ITEM_NOT_FOUND'],
      [{ items: [item, gone], folderId: outer }, 404, 'ITEM_NOT_FOUND'],
      [{ items: [item], folders: [foreignFolder], folderId: outer }, 404, 'FOLDER_NOT_FOUND'],
      [{ items: [item], folderId: foreignFolder }, 404, 'FOLDER_NOT_FOUND'],
      [{ items: [item], folderId: 999_999 }, 404, 'FOLDER_NOT_FOUND'],
      [{ folderId: outer }, 422, 'VALUE_REQUIRED'],
      [{ items: [item, item], folderId: outer }, 400, 'INVALID_REQUEST'],
      [{ items: Array.from({ length: 101 }, (_, index) => index + 1) }, 400, 'INVALID_REQUEST'],
    ]
    for (const [chosen, status, code] of refused) {
      expect(await move(chosen), JSON.stringify(chosen)).toMatchObject({ status, body: { code } })
    }
    expect((await idsIn()).items).toContain(item)
    expect((await idsIn(outer)).folders).toEqual([inner])
    expect(await historyOf('item', item)).toEqual(['CREATE'])
    expect(await at.app.deps.db.selectFrom('journal').selectAll().execute()).toEqual(before)
  })

  it('a folder that would be too deep prevents the move of the whole selection [TREE-09]', async () => {
    const path: number[] = []
    for (let level = 1; level < deepestLevel; level += 1) path.push(await at.folder(`n${level}`, path.at(-1)))
    const high = await at.folder('a')
    await at.folder('b', high)
    const flat = await at.folder('c')
    const to = path.at(-1) ?? 0
    expect(await move({ folders: [flat, high], folderId: to })).toMatchObject({
      status: 409,
      body: { code: 'FOLDER_TOO_DEEP' },
    })
    expect(await move({ folders: [flat], folderId: to })).toMatchObject({ status: 200 })
  })

  it('several elements are trashed, an entry each, and restored [ITEM-21] [FOLD-09] [EXPL-38]', async () => {
    const outer = await at.folder('Lot')
    const inner = await at.folder('Lot intérieur', outer)
    const held = await at.item({ parentFolderId: inner })
    const beside = await at.folder('À côté')
    const items = [await at.item(), await at.item()]
    const reply = await trash({ items, folders: [outer, inner, beside] })
    expect(reply).toMatchObject({ status: 200, body: { message: 'Mot de passe supprimé' } })
    const { trashIds } = bodyOf<{ trashIds: number[] }>(reply)
    // The inner folder shares the entry of the outer one.
    expect(trashIds).toHaveLength(4)
    for (const id of items) {
      expect(await at.call('GET', `/api/item/${id}`)).toMatchObject({ status: 404 })
      expect(await at.journalOf(id)).toContain('item.trashed')
    }
    expect(await at.call('GET', `/api/item/${held}`)).toMatchObject({ status: 404 })
    for (const id of trashIds) {
      const body = { update: 'restore' }
      expect(await at.call('PATCH', `/api/trash/${id}`, body)).toMatchObject({ status: 200 })
    }
    expect((await idsIn(inner)).items).toEqual([held])
    expect(await historyOf('item', items[0] ?? 0)).toEqual(['CANCELED', 'CREATED', 'CREATE'])
  })

  it('a missing element prevents the deletion of the whole selection [ITEM-21] [EXPL-38]', async () => {
    const folder = await at.folder('Reste')
    const item = await at.item()
    expect(await trash({ items: [item, 999_999] })).toMatchObject({ status: 404 })
    expect(await trash({ items: [item], folders: [folder, 999_999] })).toMatchObject({ status: 404 })
    expect(await trash({})).toMatchObject({ status: 422 })
    expect((await idsIn()).items).toContain(item)
    expect((await idsIn()).folders).toContain(folder)
  })

  it('moving requires the right to update, deleting to delete, and both to read [RGHT-17] [RGHT-19] [RGHT-20]', async () => {
    const folderId = await at.folder('Cible')
    const items = [await at.item()]
    const without = await at.other('lectrice', { create: true, export: true })
    const mover = await at.other('déménageur', { update: true })
    const stranger = await at.world.session(await at.world.addUser({ login: 'etrangere' }))
    const needed = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
    expect(await move({ items, folderId }, without)).toMatchObject(needed)
    expect(await trash({ items }, without)).toMatchObject(needed)
    expect(await trash({ items }, mover)).toMatchObject(needed)
    expect(await move({ items, folderId }, mover)).toMatchObject({ status: 200 })
    expect(await move({ items }, stranger)).toMatchObject({ status: 404 })
    expect(await trash({ items }, stranger)).toMatchObject({ status: 404 })
  })

  it('a hundred elements are moved and trashed in one call each', async () => {
    const to = await at.folder('Cent')
    const items: number[] = []
    for (let count = 0; count < 100; count += 1) items.push(await at.item({ password: `m-${count}` }))
    expect((await move({ items, folderId: to })).status).toBe(200)
    expect(new Set((await idsIn(to)).items)).toEqual(new Set(items))
    expect((await trash({ items })).status).toBe(200)
    expect((await idsIn(to)).items).toEqual([])
  })
})
