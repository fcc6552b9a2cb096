import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'

eachEngine((engine) => {
  let at: ContentWorld
  let chief: string
  beforeAll(async () => {
    at = await startContentWorld(engine)
    const user = await at.world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' })
    chief = await at.world.session(user)
  })
  afterAll(() => at.app.close())

  const rename = (id: number, name: string, cookie = chief) =>
    at.call('PATCH', `/api/category/${id}`, { update: { name } }, cookie)
  const names = async () =>
    bodyOf<{ id: number; name: string }[]>(await at.call('GET', '/api/category/')).map(({ name }) => name)

  it('a renamed category shows its new name in every list, with the same id [ITEM-19]', async () => {
    const id = await at.item({ categoryId: 1 })
    const list = `/api/explorer/data/?chestId=${at.chest.id}&limit=100`
    // The chest's index holds the old name, and no other change will refresh it.
    expect((await at.call('GET', list)).text).toContain('Serveur')
    expect(await rename(1, '  Machines virtuelles ')).toMatchObject({
      status: 200,
      body: { id: 1, name: 'Machines virtuelles' },
    })
    expect((await names())[0]).toBe('Machines virtuelles')
    expect((await at.call('GET', `/api/item/${id}`)).body).toMatchObject({
      category: { id: 1, name: 'Machines virtuelles' },
      categoryIcon: 'Server',
    })
    const { text } = await at.call('GET', list)
    expect(text).toContain('Machines virtuelles')
    expect(text).not.toContain('Serveur')
    const event = await at.app.deps.db
      .selectFrom('journal')
      .select(['action', 'objects', 'actor_name'])
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(event).toEqual({ action: 'category.renamed', objects: '{"category":1}', actor_name: 'cheffe' })
    expect(await rename(1, 'Machines virtuelles')).toMatchObject({ status: 200 })
  })

  it('a category name is one line of text, and unique', async () => {
    const before = await names()
    for (const [name, status, code] of [
      ['', 400, 'INVALID_REQUEST'],
      ['   ', 422, 'VALUE_REQUIRED'],
      ['<b>gras</b>', 422, 'PATTERN_MISMATCH'],
      ['x'.repeat(61), 400, 'INVALID_REQUEST'],
      ['reseau', 409, 'CATEGORY_NAME_USED'],
    ] as const) {
      expect(await rename(2, name), name).toMatchObject({ status, body: { code } })
    }
    expect(await rename(99, 'Nouvelle')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await names()).toEqual(before)
    expect(await rename(4, 'reseau')).toMatchObject({ status: 200 })
  })

  it('of two concurrent renames of two categories to one name, one is refused', async () => {
    const replies = await Promise.all([rename(8, 'Secrets'), rename(9, 'Secrets')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await names()).filter((name) => name === 'Secrets')).toHaveLength(1)
  })

  it('only a super administrator may rename a category [ITEM-19]', async () => {
    const user = await at.world.addUser({ login: 'gérante', role: 'ROLE_ADMINISTRATOR' })
    const refused = { status: 403, body: { code: 'ROLE_REQUIRED' } }
    expect(await rename(3, 'Courriels', await at.world.session(user))).toMatchObject(refused)
    expect(await rename(3, 'Courriels', await at.world.session(at.owner))).toMatchObject(refused)
    expect(await names()).toContain('Messagerie')
  })
})
