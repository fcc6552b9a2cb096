import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noRights, type Rights } from '#domain/platform/rights.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { bodyOf, startContentWorld, type ContentWorld } from '#server/vault/contents/content-testing.ts'
import { eachEngine } from '../testing/databases.ts'
import type { Reply } from '../testing/app.ts'
import { overtaken } from '../testing/two-transactions.ts'

eachEngine((engine) => {
  let at: ContentWorld
  beforeAll(async () => {
    at = await startContentWorld(engine)
  })
  afterAll(() => at.app.close())

  /** Lets a call pass the access check, then changes the caller's grant before the call's own transaction begins. */
  async function revoked(call: (cookie: string) => Promise<Reply>, left: Partial<Rights>): Promise<Reply> {
    const login = `doublé-${Math.random()}`
    const cookie = await at.other(login, at.world.allRights)
    const { id } = await at.app.deps.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const hold = (tx: Transaction<Tables>) =>
      tx.updateTable('chests').set({ description: login }).where('id', '=', at.chest.id).execute()
    const change = (tx: Transaction<Tables>) =>
      at.world.grantUserIn(tx, at.chest, { id }, { ...noRights, ...left })
    return overtaken(at.app.deps.db, hold, () => call(cookie), change)
  }

  const refused = { status: 409, body: { code: 'RIGHT_REQUIRED' } }

  it('a change is refused when its right is revoked while it waits for the writer', async () => {
    const [item, folder] = [await at.item({ name: 'Avant' }), await at.folder('Dossier')]
    const calls: ((cookie: string) => Promise<Reply>)[] = [
      (cookie) =>
        at.call('PATCH', `/api/item/${item}`, { elementType: 'name', elementValue: 'Après' }, cookie),
      (cookie) =>
        at.call('PATCH', `/api/folder/${folder}`, { elementType: 'name', elementValue: 'Après' }, cookie),
      (cookie) => at.call('DELETE', `/api/item/${item}`, undefined, cookie),
      (cookie) => at.call('POST', '/api/folder/', { chestId: at.chest.id, name: 'Après' }, cookie),
    ]
    for (const call of calls) expect(await revoked(call, { read: true })).toMatchObject(refused)
    const { text } = await at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}`)
    expect(text).toContain('Avant')
    expect(text).not.toContain('Après')
  })

  it('a call returns 404 when the whole grant is revoked while it waits', async () => {
    const item = await at.item()
    const remove = (cookie: string) => at.call('DELETE', `/api/item/${item}`, undefined, cookie)
    expect(await revoked(remove, {})).toMatchObject({ status: 404 })
  })

  it('destroying checks its own right again', async () => {
    const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${await at.item()}`))
    const destroy = (cookie: string) =>
      at.call('PATCH', `/api/trash/${trashId}`, { update: 'delete' }, cookie)
    expect(await revoked(destroy, { read: true, update: true })).toMatchObject(refused)
  })

  // PostgreSQL reads during writes: there the password is read before the right is revoked.
  if (engine === 'sqlite') {
    it('a read of a password is refused when its right is revoked while the journal row waits', async () => {
      const item = await at.item()
      const copy = (cookie: string) => at.call('GET', `/api/item/${item}/copy`, undefined, cookie)
      expect(await revoked(copy, {})).toMatchObject({ status: 404 })
      expect(await at.journalOf(item)).not.toContain('item.copied')
    })
  }

  it('a call with ids of two chests is refused, even for a user with every right on both', async () => {
    const other = await at.world.addChest('Autre', at.owner)
    const made = async (path: string, body: object) =>
      bodyOf<{ id: number }>(await at.call('POST', path, { chestId: other.id, ...body })).id
    const strange = await made('/api/folder/', { name: 'Étranger' })
    const strangeItem = await made('/api/item/', {
      name: 'Étrangère',
      password: 'x',
      parentFolderId: strange,
    })
    const [item, folder] = [await at.item(), await at.folder('À soi')]
    const move = (path: string, elementValue: unknown) =>
      at.call('PATCH', path, { elementType: 'folder', elementValue })
    const inOwn = { chestId: at.chest.id, name: 'Mêlé', parentFolderId: strange }
    const form = new FormData()
    form.append('chestId', String(at.chest.id))
    form.append('folderId', String(strange))
    form.append('file', new Blob(['<KeePassFile><Root><Group/></Root></KeePassFile>']), 'base.xml')
    const page = (query: string) => at.call('GET', `/api/explorer/data/?chestId=${at.chest.id}&${query}`)
    const before = await at.app.deps.db.selectFrom('chests').select('revision').orderBy('id').execute()
    for (const reply of [
      await move(`/api/item/${item}`, strange),
      await move(`/api/item/${item}`, String(strange)),
      await move(`/api/folder/${folder}`, strange),
      await at.call('POST', '/api/item/', { ...inOwn, password: 'x' }),
      await at.call('POST', '/api/folder/', inOwn),
      await at.call('POST', '/api/import/keepass', form),
      await page(`folderId=${strange}`),
      await page(`selectType=item&selectId=${strangeItem}`),
      await page(`selectType=folder&selectId=${strange}`),
      // The id of a trash entry is no item's id, and a deleted item is not found.
      await at.call('GET', `/api/trash/?chestId=${at.chest.id + 100_000}`),
    ]) {
      expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('_NOT_FOUND')])
    }
    for (const value of [1.5, -1, 0, 1e300, '1.0', '0x1', ' ', 'null', '9007199254740993']) {
      expect((await move(`/api/item/${item}`, value)).body).toMatchObject({ code: 'INVALID_REQUEST' })
    }
    const after = await at.app.deps.db.selectFrom('chests').select('revision').orderBy('id').execute()
    expect(after).toEqual(before)
  })

  it('the journal records every refusal for a missing right, wherever it was found', async () => {
    const reader = await at.other('lectrice', {})
    const { trashId } = bodyOf<{ trashId: number }>(await at.call('DELETE', `/api/item/${await at.item()}`))
    const reply = await at.call('PATCH', `/api/trash/${trashId}`, { update: 'restore' }, reader)
    expect(reply).toMatchObject(refused)
    const last = await at.app.deps.db
      .selectFrom('journal')
      .select(['action', 'outcome', 'actor_name'])
      .orderBy('seq', 'desc')
      .executeTakeFirst()
    expect(last).toEqual({ action: 'access.refused', outcome: 'refused', actor_name: 'lectrice' })
  })
})
