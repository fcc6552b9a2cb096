import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { TestChest } from '#server/testing/world.ts'

type Entry = { id: number; name: string; type: string; holds: { items: number; folders: number } }
type Summary = { items: number; folders: number; lastId: number | null }
const day = 24 * 3_600_000

eachEngine((engine) => {
  let at: ContentWorld
  let chest: TestChest
  let start: number
  beforeAll(async () => {
    at = await startContentWorld(engine)
    start = at.app.time.now
  })
  afterAll(() => at.app.close())
  // Resets the clock: these tests move it beyond the lifetime of a session.
  beforeEach(async () => {
    at.app.time.now = start
    chest = await at.world.addChest('Corbeille', at.owner)
  })

  const call: ContentWorld['call'] = async (method, path, body, cookie) =>
    at.call(method, path, body, cookie ?? (await at.world.session(at.owner)))
  const item = async (name: string, parentFolderId?: number) =>
    bodyOf<{ id: number }>(
      await call('POST', '/api/item/', {
        chestId: chest.id,
        name,
        password: 'Ln9!correct-Horse',
        ...(parentFolderId && { parentFolderId }),
      }),
    ).id
  const folder = async (name: string, parentFolderId?: number) =>
    bodyOf<{ id: number }>(
      await call('POST', '/api/folder/', {
        chestId: chest.id,
        name,
        ...(parentFolderId && { parentFolderId }),
      }),
    ).id
  const remove = async (kind: 'item' | 'folder', id: number) =>
    bodyOf<{ trashId: number }>(await call('DELETE', `/api/${kind}/${id}`)).trashId
  const trashed = async (name: string) => remove('item', await item(name))
  const page = async (query = '') => {
    const reply = await call('GET', `/api/trash/?chestId=${chest.id}${query}`)
    expect(reply.status, reply.text).toBe(200)
    const header = JSON.parse(String(reply.headers['meta-data-guardian'])) as { countTotal: number }
    return { entries: bodyOf<Entry[]>(reply), ...header }
  }
  const summary = async () => bodyOf<Summary>(await call('GET', `/api/trash/summary?chestId=${chest.id}`))
  const several = (update: 'restore' | 'delete', ids: number[], cookie?: string) =>
    call('PATCH', '/api/trash/', { chestId: chest.id, ids, update }, cookie)
  const empty = (lastId: number, cookie?: string) =>
    call('DELETE', '/api/trash/', { chestId: chest.id, lastId }, cookie)
  const inTrash = async () => (await page()).entries.map(({ name }) => name)
  const live = async (folderId?: number) => {
    const query = folderId === undefined ? '' : `&folderId=${folderId}`
    const { body } = await call('GET', `/api/explorer/data/?chestId=${chest.id}${query}`)
    const { folders, items } = body as { folders: { name: string }[]; items: { name: string }[] }
    return [...folders, ...items].map(({ name }) => name)
  }

  it('the trash is paged, latest first, with the total in the header [TRSH-04] [PAGI-03] [PAGI-07]', async () => {
    for (const name of ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq']) await trashed(name)
    const first = await page('&limit=2')
    expect(first).toMatchObject({ countTotal: 5, offset: 0, limit: 2 })
    expect(first.entries.map(({ name }) => name)).toEqual(['Cinq', 'Quatre'])
    const last = await page('&limit=2&offset=4')
    expect(last.entries.map(({ name }) => name)).toEqual(['Un'])
    expect((await page('&offset=50')).entries).toEqual([])
    for (const wrong of ['&limit=101', '&offset=-1', '&older=peut-être', '&inconnu=1']) {
      const reply = await call('GET', `/api/trash/?chestId=${chest.id}${wrong}`)
      expect(reply.body, wrong).toMatchObject({ code: 'INVALID_REQUEST' })
    }
  })

  it('the filter splits the list at thirty days, with its pages and counts [TRSH-07]', async () => {
    for (const name of ['Vieux', 'Plus vieux']) await trashed(name)
    at.app.time.now = start + 30 * day + 1
    await trashed('Récent')
    expect(await page('&older=false')).toMatchObject({ countTotal: 1, entries: [{ name: 'Récent' }] })
    const older = await page('&older=true&limit=1')
    expect(older).toMatchObject({ countTotal: 2, entries: [{ name: 'Plus vieux' }] })
    expect((await page()).countTotal).toBe(3)
  })

  it('a folder entry counts its content, and the summary counts the whole trash', async () => {
    const top = await folder('Tout')
    const inner = await folder('Partie', top)
    await item('Dedans', inner)
    await item('Aussi', top)
    await trashed('Seul')
    const lastId = await remove('folder', top)
    const { entries } = await page()
    expect(entries).toMatchObject([
      { name: 'Tout', type: 'folder', holds: { items: 2, folders: 1 } },
      { name: 'Seul', type: 'item', holds: { items: 0, folders: 0 } },
    ])
    expect(await summary()).toEqual({ items: 3, folders: 2, lastId })
  })

  it('several entries are restored in one call, each to its place, in any order [TRSH-08] [TRSH-11]', async () => {
    const top = await folder('Haut')
    const inner = await folder('Bas', top)
    const inside = await item('Dedans', inner)
    const ids = [await remove('item', inside), await remove('folder', inner), await remove('folder', top)]
    ids.push(await trashed('À la racine'))
    expect(await several('restore', ids)).toMatchObject({
      status: 200,
      body: { message: 'Elément restauré' },
    })
    expect(await live()).toEqual(['Haut', 'À la racine'])
    expect(await live(top)).toEqual(['Bas'])
    expect(await live(inner)).toEqual(['Dedans'])
    expect(await inTrash()).toEqual([])
  })

  it('several entries are destroyed in one call, all or none, and each is recorded [TRSH-09] [TRSH-12]', async () => {
    const ids = [await trashed('Un'), await trashed('Deux')]
    const elsewhere = chest
    chest = await at.world.addChest('Autre', at.owner)
    const foreign = await trashed('Ailleurs')
    chest = elsewhere
    for (const stray of [foreign, 999_999]) {
      const refused = await several('delete', [...ids, stray])
      expect(refused).toMatchObject({ status: 404, body: { code: 'TRASH_ENTRY_NOT_FOUND' } })
      expect(await inTrash()).toEqual(['Deux', 'Un'])
    }
    expect(await several('delete', ids)).toMatchObject({
      status: 200,
      body: { message: 'Elément supprimé définitivement' },
    })
    expect(await inTrash()).toEqual([])
    const { db } = at.app.deps
    const rows = await db.selectFrom('items').select('id').where('chest_id', '=', chest.id).execute()
    expect(rows).toEqual([])
    const events = await db
      .selectFrom('journal')
      .select(['action', 'objects'])
      .where('chest_id', '=', chest.id)
      .where('action', '=', 'trash.destroyed')
      .execute()
    expect(events.map(({ objects }) => (JSON.parse(objects) as { trash: number }).trash)).toEqual(ids)
    for (const body of [{ ids: [] }, { ids: [1, 1] }, { ids: ['1'] }]) {
      const reply = await call('PATCH', '/api/trash/', { chestId: chest.id, update: 'delete', ...body })
      expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST' })
    }
  })

  it('emptying deletes the entries up to the last one seen, and no later one', async () => {
    const top = await folder('Tout')
    await item('Dedans', top)
    await remove('folder', top)
    // More than one transaction deletes.
    const ids = await Promise.all(Array.from({ length: 210 }, (_, index) => item(`Compte ${index}`)))
    for (const id of ids) await remove('item', id)
    const { lastId, items } = await summary()
    expect(items).toBe(211)
    await trashed('Après')
    expect(await empty(lastId ?? 0)).toMatchObject({
      status: 200,
      body: { message: 'Corbeille vidée', destroyed: 211 },
    })
    expect(await inTrash()).toEqual(['Après'])
    expect(await summary()).toMatchObject({ items: 1, folders: 0 })
    expect(await empty(lastId ?? 0)).toMatchObject({ status: 200, body: { destroyed: 0 } })
  })

  it('concurrent restoration and deletion of the same entries: one succeeds', async () => {
    const ids = [await trashed('Un'), await trashed('Deux')]
    const replies = await Promise.all([several('restore', ids), several('delete', ids)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await inTrash()).toEqual([])
    expect((await live()).length).toBe(replies[0]?.status === 200 ? 2 : 0)
  })

  it('each call requires its right, and returns 404 to a caller without access [RGHT-17] [RGHT-19] [RGHT-20]', async () => {
    const id = await trashed('Un')
    const holder = async (login: string, rights: object) => {
      const user = await at.world.addUser({ login: `${login}-${chest.id}` })
      await at.world.grantUser(chest, user, rights)
      return at.world.session(user)
    }
    const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }
    const reader = await holder('lectrice', {})
    const deleter = await holder('effaceur', { delete: true })
    const editor = await holder('éditrice', { update: true })
    const stranger = await at.world.session(await at.world.addUser({ login: `inconnu-${chest.id}` }))
    expect(await several('restore', [id], deleter)).toMatchObject(refused)
    expect(await several('delete', [id], editor)).toMatchObject(refused)
    expect(await empty(id, editor)).toMatchObject(refused)
    for (const path of ['/api/trash/', '/api/trash/summary']) {
      const asked = `${path}?chestId=${chest.id}`
      expect(await call('GET', asked, undefined, reader)).toMatchObject({ status: 200 })
      expect(await call('GET', asked, undefined, stranger)).toMatchObject({ status: 404 })
    }
    expect(await several('delete', [id], stranger)).toMatchObject({ status: 404 })
    expect(await empty(id, stranger)).toMatchObject({ status: 404 })
    expect(await empty(id, deleter)).toMatchObject({ status: 200 })
  })

  it('the fragment is the table of the page, for the same caller [FRAG-07] [FRAG-08]', async () => {
    await trashed('Jeté & hier')
    const path = `/actions/trash/get_content?chestId=${chest.id}`
    const reply = await call('GET', path)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.headers['content-type']).toContain('text/html')
    expect(reply.text).toContain('Jeté &amp; hier')
    expect(reply.text).toContain('data-count-total="1"')
    expect(reply.text).not.toMatch(/<(script|style|input)|\sstyle="|\son\w+="/)
    const list = await call('GET', `/api/trash/?chestId=${chest.id}`)
    expect(list.headers['meta-data-guardian']).toBe(reply.headers['meta-data-guardian'])
    expect((await call('GET', `${path}&older=true`)).text).toContain('data-count-total="0"')
    const stranger = await at.world.session(await at.world.addUser({ login: `passant-${chest.id}` }))
    for (const asked of [path, `/api/trash/?chestId=${chest.id}`]) {
      expect(await call('GET', asked, undefined, stranger)).toMatchObject({
        status: 404,
        body: { code: 'CHEST_NOT_FOUND' },
      })
    }
    expect(await at.app.call({ method: 'GET', path })).toMatchObject({
      status: 401,
      body: { code: 'SESSION_EXPIRED' },
    })
    expect((await call('GET', '/actions/trash/get_content')).body).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})
